import folder from 'fold-to-ascii'

/**
 * A text without case and accents, for sorting and searching (D-41). Letters without a decomposition, such as ł, ø and
 * ß, fold by Lucene's ASCIIFoldingFilter (D-109); scripts other than Latin stay.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replace(/[\u0080-\uffff]+/g, folder.foldMaintaining.bind(folder))
    .toLowerCase()

/** The words of a search as folding leaves them (D-41). */
export const foldedWords = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean)

/**
 * A name for sorting: its first 200 folded characters, since a list's cursor travels in a URL and some characters fold
 * to eighteen. Names with the same prefix are ordered by their ids.
 */
export const sortName = (name: string): string => fold(name).slice(0, 200)
