/** A text without case and accents, to sort and search by (D-41). */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()

/**
 * A name to sort by: its first 200 folded characters, since the place in a list travels in an address and some
 * characters fold to eighteen. Names that are alike so far are told apart by their ids.
 */
export const sortName = (name: string): string => fold(name).slice(0, 200)
