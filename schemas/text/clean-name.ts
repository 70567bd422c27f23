/** Line ends and tabulators stand for blanks. */
const blanks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu

/** Other control characters, and what turns the direction of the text that follows (UAX 9: LRE to RLO, LRI to PDI). */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/**
 * A name without control characters, line ends and overrides of its direction, so that it cannot pass for another one or
 * break out of a line (D-103).
 */
export const cleanName = (name: string): string => name.replace(blanks, ' ').replace(unseen, '').trim()

/** Maximum length of a file name, as on common file systems; longer names are cut off. */
const longestFileName = 255

/** The name of a sent file, or what it is where its name has nothing to see (D-103). */
export const shownFileName = (name: string): string => {
  const cleaned = cleanName(name).slice(0, longestFileName)
  return isVisible(cleaned) ? cleaned : 'file'
}

/** Whether anything can be seen of a name: not blanks and signs without a shape alone (D-103). */
export const isVisible = (name: string): boolean =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name)
