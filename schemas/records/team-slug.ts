/**
 * The slug of a team name: lower case, runs of white space, non-word characters and hyphens become one hyphen, at the
 * ends too (D-49).
 */
export const slugOf = (name: string): string => name.toLowerCase().replace(/[\s\W-]+/g, '-')

/** The slugs that the server accepts: letters, digits, '-' and '_' (D-49). */
export const slugPattern = /^[\p{L}\p{N}_-]+$/u
