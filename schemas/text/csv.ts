/**
 * The beginning of a cell: the start of the text, or a separator for a reader who splits at something else than commas.
 */
const begins = '[;\\t\\r\\n]"*'
/** The start of a formula in a spreadsheet, full-width forms included, after any apostrophes. */
const formula = "'*[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]"
const unprotected = new RegExp(`${begins}(?=${formula})`, 'g')
const protectedOnce = new RegExp(`(${begins})'(?=${formula})`, 'g')

/** Replaces within a cell, whose first character is preceded by a separator like any other start. */
const replaced = (cell: string, pattern: RegExp, by: string): string => `;${cell}`.replace(pattern, by).slice(1)

/**
 * Protects a CSV cell from formula injection: an apostrophe precedes the start of a formula, also after a separator
 * within the cell. Where `;` or a tab separates columns, quotes do not hold a cell together that does not begin the line.
 */
export const protectCell = (cell: string): string => replaced(cell, unprotected, "$&'")

/** Reverses `protectCell`, so that an export can be imported again (D-107). */
export const unprotectCell = (cell: string): string => replaced(cell, protectedOnce, '$1')

/** How all CSV is written: cells are protected, and those that other separators and ends of lines would split are quoted. */
export const csvFormat = {
  cast: { string: protectCell },
  quoted_match: /[;\t\r\n]/,
  record_delimiter: 'windows',
} as const
