/** SQLite's code of a file that another connection has locked. */
const busy = 5

/** SQLite's codes of a file that cannot be read or written: busy, I/O error, corrupt, full, not a database. */
const codes = [busy, 10, 11, 13, 26]

/** The low byte of an error of SQLite says what it is, the others more about it. */
const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined

/** Whether the file of a read model is to blame for an error, and not what was asked of it. */
export const isFileFailure = (error: unknown): boolean => codes.includes(codeOf(error) ?? 0)

/** Whether another connection kept the file locked: nothing is known of what it holds. */
export const isLocked = (error: unknown): boolean => codeOf(error) === busy
