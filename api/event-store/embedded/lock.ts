import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from './schema.ts'

/**
 * Holds the file for one node, for as long as the process lives: an exclusive transaction on a lock file beside it,
 * which the system ends however the process does. The event store file itself stays readable for a backup.
 */
export function lockFile(file: string): { release(): void } {
  const folder = dirname(file)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new CannotStart(`Cannot write into ${folder} (${(error as NodeJS.ErrnoException).code}).`)
  }
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new CannotStart(`${file} is in use by another event store node.`)
  }
  return { release: () => lock.close() }
}

/** A new file is there after a power cut only once its folder is on the disk too. */
export function syncFolderOf(file: string): void {
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
