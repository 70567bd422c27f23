import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KeptKeys } from '#api/adapters/kept-keys.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { fingerprintBy, readKept } from '#api/adapters/open-keys.ts'
import { type StoragePlace, storagePlaceAt } from '#api/adapters/storage-place.ts'
import type { Env } from '#api/env/env.ts'
import { checkFormat, checksumOf } from '#api/event-store/embedded/stored-log.ts'
import { skippedEventsStream } from '#api/event-store/streams.ts'
import { checkBucket } from '#api/installation/content.ts'
import { masterKeyMisfit } from '#api/installation/keys.ts'
import { CannotStart, lockDataDir, prepareDataDir } from '#cli/operations/first-checks.ts'
import { openToOthers } from '#cli/operations/private-files.ts'
import { describeEvent } from '#schemas/event.ts'
import { payloadSchemas } from '#schemas/events/registry.ts'
import { leastFreeForUploads } from '#schemas/limits/ceiling-numbers.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { within } from './asking.ts'
import { type Finding, fine, odd, wrong } from './finding.ts'

/** The number of newest events, and of newest files, that are checked. */
const sampleSize = 1000

/** Checks whether the data folder is writable, private and has free space. */
export const checkFolder = ({ dataDir }: Env): Finding[] => {
  if (!existsSync(dataDir)) return [odd('data folder', `${dataDir} is not there yet: nothing was ever started here.`)]
  prepareDataDir(dataDir)
  const [first, ...others] = openToOthers(dataDir)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const open = `Other accounts of this machine may read ${first}${more}. Run: chmod -R go= ${dataDir}`
  const { bavail, bsize } = statfsSync(dataDir)
  const left = `${humanReadableSize(bavail * bsize)} are free for ${dataDir}.`
  return [
    first === undefined ? fine('data folder', 'Nobody else can read it.') : wrong('data folder', open),
    bavail * bsize < leastFreeForUploads
      ? wrong('data folder', `Only ${left} No files can be uploaded until there is 1 GB. Make room.`)
      : fine('data folder', left),
  ]
}

/** Whether a running Siteledger uses this data folder. */
export const isInUse = ({ dataDir }: Pick<Env, 'dataDir'>): boolean => {
  if (!existsSync(join(dataDir, 'lock.sqlite'))) return false
  try {
    lockDataDir(dataDir).close()
    return false
  } catch (error) {
    if (error instanceof CannotStart) return true
    throw error
  }
}

const missing = 'what it told is missing in lists, and its own record may not be changed until a version can read it.'

/** The events that operators have skipped (D-105). */
const skippedIn = (db: DatabaseSync) =>
  db
    .prepare('SELECT data FROM event WHERE stream = (SELECT id FROM stream WHERE name = ?) AND type = ?')
    .all(skippedEventsStream, 'EventSkipped')
    .map(({ data }) => payloadSchemas.EventSkipped.parse(JSON.parse(Buffer.from(data as Uint8Array).toString())))
    .map(({ eventId: id, ...event }) => ({ id, ...event }))

/** Checks the integrity of the newest events. */
export const checkEvents = (env: Env): Finding[] => {
  const file = join(env.dataDir, 'events.sqlite')
  if (env.eventStoreUrl) return [fine('events', 'The log is in an EventStoreDB of its own: its tools look after it.')]
  if (!existsSync(file)) return []
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    checkFormat(db, file)
    const rows = db.prepare('SELECT * FROM event ORDER BY position DESC LIMIT ?').all(sampleSize)
    const damaged = rows.find((row) => checksumOf(row as never) !== row.checksum)
    if (damaged) return [wrong('events', `The log is damaged at position ${damaged.position}. Restore a backup.`)]
    // The write-ahead log next to the file holds events too.
    const size = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()
    const used = humanReadableSize(Number(size?.bytes))
    return [
      fine('events', `The newest ${rows.length} events are whole; the log takes ${used}.`),
      ...skippedIn(db).map((event) => odd('events', `${describeEvent(event)}, was skipped: ${missing}`)),
    ]
  } finally {
    db.close()
  }
}

/** The fingerprint of the master key that the log was sealed with; undefined if it has none, or is elsewhere. */
const recordedFingerprint = ({ dataDir, eventStoreUrl }: Env): string | undefined => {
  const file = join(dataDir, 'events.sqlite')
  if (eventStoreUrl || !existsSync(file)) return undefined
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const row = db.prepare("SELECT data FROM event WHERE type = 'MasterKeyRecorded' LIMIT 1").get()
  db.close()
  return row && JSON.parse(Buffer.from(row.data as Uint8Array).toString()).fingerprint
}

/** Checks whether the keys exist, and can be decrypted by the master key of the log. */
const checkKept = async (env: Env, place: StoragePlace, kept: KeptKeys | undefined): Promise<Finding> => {
  if (!kept) return wrong('keys', `${place.where} is missing: names and addresses cannot be read. Restore it.`)
  const misfit = await masterKeyMisfit(env, place, kept, recordedFingerprint(env))
  if (misfit) return wrong('keys', misfit)
  return fine(
    'keys',
    `The master key opens the keys. Its fingerprint is ${await fingerprintBy(kept, masterKeyFor(env))}.`,
  )
}

/** Tries the bucket of KEYS_URL, and checks the keys. */
export const checkKeys = async (env: Env): Promise<Finding[]> => {
  const place = await storagePlaceAt(env.keysUrl)
  const findings: Finding[] = []
  if ('bucket' in place) {
    const refused = await within(checkBucket('KEYS_URL', env.keysUrl, place.bucket))
    if (refused instanceof Error) return [wrong('keys', refused.message)]
    findings.push(fine('keys', `${place.where} lets this machine write, read, list and delete, and keeps no versions.`))
  }
  const isNew = 'path' in place && !existsSync(place.path) && !existsSync(join(env.dataDir, 'events.sqlite'))
  return isNew ? findings : [...findings, await readKept(place, (kept) => checkKept(env, place, kept))]
}
