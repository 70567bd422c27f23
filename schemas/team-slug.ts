/**
 * The slug that follows from a team name: lower case, runs of white space, non-word characters and hyphens become
 * one hyphen (STATE2-19). Literally so, at the ends too (D-49).
 */
export const slugOf = (name: string): string => name.toLowerCase().replace(/[\s\W-]+/g, '-')

/** What the server accepts as a slug: letters, digits, '-' and '_' (D-49). */
export const slugPattern = /^[\p{L}\p{N}_-]+$/u
