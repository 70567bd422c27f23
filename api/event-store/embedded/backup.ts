import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { checkFormat, syncFolderOf, verify } from './file.ts'

/** Copies all pages in one step: a consistent snapshot that neither blocks nor waits for writers. */
const allPages = 2 ** 31 - 1

/**
 * Copies an event store file to `target`, from any process, whether a node is running on it or not. The copy holds
 * everything that was acknowledged before the call. It is verified, and it appears under its name only once it is
 * complete and durable. Returns the position of its last event. Throws CannotStart if the source is not an event store
 * file or the copy is damaged.
 */
export const backupEventStore = async (file: string, target: string): Promise<number> => {
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    checkFormat(source, file)
    await backup(source, unfinished, { rate: allPages })
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
