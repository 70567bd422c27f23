/** The start of a formula in a spreadsheet, full-width forms included, after any apostrophes. */
const formula = "'*[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]"
const unprotected = new RegExp(`^(?=${formula})`)
const protectedOnce = new RegExp(`^'(?=${formula})`)

/** Protects a CSV cell from formula injection: an apostrophe precedes the start of a formula. */
export const protectCell = (cell: string): string => cell.replace(unprotected, "'")

/** Reverses `protectCell`, so that an export can be imported again (D-107). */
export const unprotectCell = (cell: string): string => cell.replace(protectedOnce, '')
