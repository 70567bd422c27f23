import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptKeys } from '#api/adapters/kept-keys.ts'
import type { KeyStore } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { fingerprintBy, holdsKeys, keptAt, openKeys, opensKept, readKept, rootOf } from '#api/adapters/open-keys.ts'
import { type StoragePlace, storagePlaceAt } from '#api/adapters/storage-place.ts'
import { fingerprintIn, keysIdIn } from '#api/event-store/founding.ts'
import { isOwnEvent } from '#api/event-store/own-streams.ts'
import type { EventLog, ReadEvent } from '#api/event-store/port.ts'
import { installationStream, keysStream } from '#api/event-store/streams.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import { personalFields } from '#schemas/events/personal.ts'
import { awaitBucket } from './content.ts'
import { checkLog, emptyBeside, foundLog, type Location, recordFirst, unsealed } from './log-identity.ts'

type MasterKeyLocation = { dataDir: string; masterKey: string | undefined }
type KeyLocation = Location & MasterKeyLocation

export type InstallationKeys = {
  masterKey: Uint8Array
  /** The first master key, from which comes what stays when it is exchanged. */
  root: Uint8Array
  keys: KeyStore
  logId: string
}

/** Whether a log holds personal data at all. */
const holdsPersonalData = (log: EventLog): Promise<boolean> => {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const listener = {
    event: (event: ReadEvent) => {
      if (isOwnEvent(event)) resolve(true)
    },
    caughtUp: () => resolve(false),
    ended: (error?: Error) => reject(error ?? new Error('The event store ended the reading')),
  }
  const { close } = log.subscribe(null, listener, Object.keys(personalFields))
  return promise.finally(close)
}

const masterFileOf = ({ dataDir }: MasterKeyLocation): string => join(dataDir, 'master.key')

/** Whether there is a master key already. */
export const hasMasterKey = (location: MasterKeyLocation): boolean =>
  location.masterKey !== undefined || existsSync(masterFileOf(location))

/** Why keys, or the master key, cannot be those of a log that has this fingerprint recorded; undefined if they can. */
export const masterKeyMisfit = async (
  location: MasterKeyLocation,
  { where }: StoragePlace,
  kept: KeptKeys | undefined,
  recorded: string | undefined,
): Promise<string | undefined> => {
  const refused = await kept?.note('refused')
  if (refused) return `${where} cannot be used: ${refused}`
  const source = location.masterKey ? 'MASTER_KEY' : masterFileOf(location)
  if (!hasMasterKey(location)) {
    return `The master key is missing: put ${source} back, or set MASTER_KEY. Without it nobody's name and address can be read.`
  }
  const masterKey = masterKeyFor(location)
  const own = await fingerprintBy(kept, masterKey)
  if (recorded && recorded !== own) {
    return `${source} is not the master key of this log (its fingerprint is ${own}, the log has ${recorded}): put the right one back.`
  }
  if (!kept || (await opensKept(kept, masterKey))) return undefined
  return `${source} does not open the keys in ${where}: put back the two that belong together.`
}

/** The reason why the keys here cannot be those of the log; undefined if they can. */
const misfitOf = async (
  log: EventLog,
  location: KeyLocation,
  place: StoragePlace,
  kept: KeptKeys | undefined,
): Promise<string | undefined> => {
  const recorded = await fingerprintIn(unsealed(log))
  const held = kept && (await holdsKeys(kept))
  const isSealed = held ? true : await holdsPersonalData(log)
  if (!hasMasterKey(location) && !recorded && !isSealed) return undefined
  const misfit = await masterKeyMisfit(location, place, kept, recorded)
  if (misfit) return misfit
  if (isSealed && !held) {
    const state = held === undefined ? 'is missing' : 'holds no keys'
    return `${place.where} ${state}, without which nobody's name and address can be read: put it back, or restore a backup.`
  }
  const isEmpty = !recorded && !(held ? await holdsPersonalData(log) : isSealed)
  return isEmpty ? emptyBeside(location, held ? place.where : undefined) : undefined
}

/** Records by which master key and which keys of people a log is sealed; throws where it is sealed by others. */
const recordKeys = async (log: EventLog, kept: KeptKeys, fingerprint: string): Promise<void> => {
  const id = await kept.noteOnce('id', kept.newId())
  await recordFirst(log, installationStream, { type: 'MasterKeyRecorded', data: { fingerprint } })
  await recordFirst(log, keysStream, { type: 'KeysRecorded', data: { id } })
  if ((await fingerprintIn(unsealed(log))) !== fingerprint) {
    throw new Unfit('Another process started with another master key at the same time: give both the same MASTER_KEY.')
  }
  if ((await keysIdIn(unsealed(log))) === id) return
  throw new Unfit(`The keys of this log are not those in ${kept.where}: set KEYS_URL to where the others have them.`)
}

/**
 * Opens the keys of this installation, and creates them only for a log without personal data (D-104): a key that is
 * missing would be taken for that of an erased person. At the first start it founds the log (D-110) and records the
 * fingerprint of the master key and the id of the keys. A bucket is waited for as the event store is, and tried.
 * @throws {Unfit} when the log, the keys and the content do not belong together, or a bucket refuses
 */
export const openInstallationKeys = async (
  log: EventLog,
  location: KeyLocation,
  report: (line: string) => void,
): Promise<InstallationKeys> => {
  const place = await storagePlaceAt(location.keysUrl)
  if ('bucket' in place) await awaitBucket('KEYS_URL', location.keysUrl, place.bucket, report)
  await checkLog(log, location)
  const misfit = await readKept(place, (kept) => misfitOf(log, location, place, kept))
  if (misfit) throw new Unfit(misfit)
  const logId = await foundLog(log, location)
  const masterKey = masterKeyFor(location)
  const kept = keptAt(await storagePlaceAt(location.keysUrl))
  try {
    await kept.noteOnce('log', logId)
    await recordKeys(log, kept, await fingerprintBy(kept, masterKey))
    const root = (await rootOf(kept, masterKey)) ?? masterKey
    return { masterKey, root, keys: await openKeys(location.keysUrl, masterKey), logId }
  } finally {
    kept.close()
  }
}
