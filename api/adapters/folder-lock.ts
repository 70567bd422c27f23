import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a file for the life of this process, by SQLite, whose lock the operating system releases however the process ends.
 * @param timeout milliseconds to wait for another that holds it
 * @returns the holder of the lock, which is to be kept; undefined where another process holds it
 */
export const holdLock = (file: string, timeout: number): DatabaseSync | undefined => {
  const lock = new DatabaseSync(file, { timeout })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch {
    lock.close()
    return undefined
  }
}

/** Milliseconds that a process of a role gets to end whose supervisor was killed, before another of it gives up. */
const patience = 5000

const held: DatabaseSync[] = []

/**
 * Keeps a data folder for the one process of a role that may work in it, from now on: two would write the same files. A
 * folder that is missing is made.
 * @returns why it cannot, in one line that says what to do; undefined where it does
 */
export const keepForRole = (dataDir: string, role: string): string | undefined => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = holdLock(join(dataDir, `lock.sqlite.${role}`), patience)
  if (!lock) return `DATA_DIR "${dataDir}" is in use by another process of ${role}. Stop it, or set DATA_DIR.`
  held.push(lock)
  return undefined
}
