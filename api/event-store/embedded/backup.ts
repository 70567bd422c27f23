import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { checkFormat, syncFolderOf, verify } from './file.ts'

/** All pages in one step: a snapshot of one moment, which writers neither wait for nor disturb. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies an event store file to `target`, from any process, whether a node runs on it or not. The copy holds all that
 * was acknowledged before the call, is checked, and appears under its name only when it is whole and on the disk.
 * Returns the position of its last event. Throws CannotStart when the source is no sound event store file.
 */
export async function backupEventStore(file: string, target: string): Promise<number> {
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    checkFormat(source, file)
    await backup(source, unfinished, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(unfinished)
  verify(copy, unfinished)
  const position = copy.prepare('SELECT coalesce(max(position), 0) AS position FROM event').get()?.position as number
  copy.close()
  const written = openSync(unfinished, 'r')
  fsyncSync(written)
  closeSync(written)
  renameSync(unfinished, target)
  syncFolderOf(target)
  return position
}
