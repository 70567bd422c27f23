import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { pathIn } from '#api/adapters/content-folder.ts'
import { masterKeyOpens } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import type { Env } from '#api/env.ts'
import { checkFormat, checksumOf } from '#api/event-store/embedded/file.ts'
import { CannotStart, lockDataDir, prepareDataDir } from '#api/operations/first-checks.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import { ContentHash, TeamId } from '#schemas/ids.ts'
import { type Finding, fine, odd, wrong } from './finding.ts'

const leastSpace = 1024 ** 3
/** Newest events, and newest files, that are looked at. */
const lookedAt = 1000

/** Whether the data folder can be written, has room, and is in use. */
export const lookAtFolder = ({ dataDir }: Env): Finding[] => {
  if (!existsSync(dataDir)) return [odd('data folder', `${dataDir} is not there yet: nothing was ever started here.`)]
  prepareDataDir(dataDir)
  const { bavail, bsize } = statfsSync(dataDir)
  const left = `${humanReadableSize(bavail * bsize)} are free for ${dataDir}.`
  return [bavail * bsize < leastSpace ? wrong('data folder', `Only ${left} Make room.`) : fine('data folder', left)]
}

/** Whether a Siteledger works on this data folder now. */
export const isInUse = ({ dataDir }: Env): boolean => {
  if (!existsSync(join(dataDir, 'lock.sqlite'))) return false
  try {
    lockDataDir(dataDir).close()
    return false
  } catch (error) {
    if (error instanceof CannotStart) return true
    throw error
  }
}

/** Whether the newest events are as they were written. */
export const lookAtEvents = (env: Env): Finding[] => {
  const file = join(env.dataDir, 'events.sqlite')
  if (env.eventStoreUrl) return [fine('events', 'The log is in an EventStoreDB of its own: its tools look after it.')]
  if (!existsSync(file)) return []
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    checkFormat(db, file)
    const rows = db.prepare('SELECT * FROM event ORDER BY position DESC LIMIT ?').all(lookedAt)
    const damaged = rows.find((row) => checksumOf(row as never) !== row.checksum)
    if (damaged) return [wrong('events', `The log is damaged at position ${damaged.position}. Restore a backup.`)]
    // What is still in the file beside it counts, too.
    const size = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()
    const taken = humanReadableSize(Number(size?.bytes))
    return [fine('events', `The newest ${rows.length} events are whole; the log takes ${taken}.`)]
  } finally {
    db.close()
  }
}

/** Whether the keys are there, kept to their owner, and opened by the master key. */
export const lookAtKeys = (env: Env): Finding[] => {
  const file = join(env.dataDir, 'keys.sqlite')
  const events = existsSync(join(env.dataDir, 'events.sqlite'))
  if (!existsSync(file)) {
    return events ? [wrong('keys', 'keys.sqlite is missing: names and addresses cannot be read. Restore it.')] : []
  }
  const master = join(env.dataDir, 'master.key')
  if (env.masterKey === undefined && !existsSync(master)) {
    return [wrong('keys', 'There is no master key: put master.key back, or set MASTER_KEY.')]
  }
  if (!masterKeyOpens(file, masterKeyFor(env))) {
    return [wrong('keys', 'The master key is not the one that the keys were made with.')]
  }
  const open = env.masterKey === undefined && (statSync(master).mode & 0o077) !== 0
  if (open) return [wrong('keys', `Others may read ${master}. Run: chmod 600 ${master}`)]
  return [fine('keys', 'The master key opens the keys.')]
}

type Uploaded = { teamId: string; content: { hash: string } }

/** Whether the newest files that the log names are there. */
export const lookAtContent = (env: Env): Finding[] => {
  const file = join(env.dataDir, 'events.sqlite')
  if (env.eventStoreUrl || !existsSync(file)) return []
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const rows = db
    .prepare("SELECT data FROM event WHERE type = 'FileUploaded' ORDER BY position DESC LIMIT ?")
    .all(lookedAt)
  db.close()
  const root = fileURLToPath(env.contentUrl)
  const missing = rows.filter(({ data }) => {
    const { teamId, content: stored } = JSON.parse(Buffer.from(data as Uint8Array).toString()) as Uploaded
    return !existsSync(pathIn(root, TeamId.parse(teamId), ContentHash.parse(stored.hash)))
  }).length
  if (missing > 0)
    return [odd('content', `${missing} of the newest ${rows.length} files have no content. Purged ones have none.`)]
  return [fine('content', `The newest ${rows.length} files are there.`)]
}
