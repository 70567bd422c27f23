import { DatabaseSync } from 'node:sqlite'
import { Failure } from '#cli/failure.ts'

/** Milliseconds that another process may take. */
const patience = 60_000

/**
 * Does work that only one process at a time may do. The file holds nothing; the system frees its lock when a process
 * ends, however it ends. Throws Failure when another one takes too long.
 */
export const underLock = async <Result>(file: string, work: () => Promise<Result>): Promise<Result> => {
  const lock = new DatabaseSync(file, { timeout: patience })
  try {
    try {
      lock.exec('BEGIN IMMEDIATE')
    } catch {
      throw new Failure('Another siteledger is still renewing its tokens. Try again in a moment.')
    }
    return await work()
  } finally {
    lock.close()
  }
}
