/** SQLite's codes of a file that cannot be read or written: busy, I/O error, corrupt, full, not a database. */
const codes = [5, 10, 11, 13, 26]

/** Whether the file of a read model is to blame for an error, and not what was asked of it. */
export const isFileFailure = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode) & 0xff)
