import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { countKeys, type KeyStore, masterKeyOpens, openKeyStore } from '#api/adapters/key-store.ts'
import { fingerprintOf, masterKeyFor } from '#api/adapters/master-key.ts'
import { fingerprintIn } from '#api/event-store/founding.ts'
import { isOwnEvent } from '#api/event-store/own-streams.ts'
import type { EventLog, ReadEvent } from '#api/event-store/port.ts'
import { installationStream } from '#api/event-store/streams.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import { personalFields } from '#schemas/events/personal.ts'
import { checkLog, emptyBeside, foundLog, type Location, recordFirst, unsealed } from './log-identity.ts'

type KeyLocation = Location & { masterKey: string | undefined }

export type InstallationKeys = { masterKey: Uint8Array; keysFile: string; keys: KeyStore; logId: string }

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

/** The reason why the keys here cannot be those of the log; undefined if they can. */
const misfitOf = async (log: EventLog, location: KeyLocation): Promise<string | undefined> => {
  const master = join(location.dataDir, 'master.key')
  const keysFile = join(location.dataDir, 'keys.sqlite')
  const source = location.masterKey ? 'MASTER_KEY' : master
  const recorded = await fingerprintIn(unsealed(log))
  const held = existsSync(keysFile) ? countKeys(keysFile) : undefined
  const isSealed = held ? true : await holdsPersonalData(log)

  if (!location.masterKey && !existsSync(master)) {
    const lost = `The master key is missing: put ${master} back, or set MASTER_KEY.`
    return recorded || isSealed ? `${lost} Without it nobody's name and address can be read.` : undefined
  }
  const own = fingerprintOf(masterKeyFor(location))
  if (recorded && recorded !== own) {
    return `${source} is not the master key of this log (its fingerprint is ${own}, the log has ${recorded}): put the right one back.`
  }
  if (isSealed && !held) {
    const state = held === undefined ? 'is missing' : 'holds no keys'
    return `${keysFile} ${state}, without which nobody's name and address can be read: put it back, or restore a backup.`
  }
  if (held && !masterKeyOpens(keysFile, masterKeyFor(location))) {
    return `${source} does not open the keys in ${keysFile}: put back the two that belong together.`
  }
  const isEmpty = !recorded && !(held ? await holdsPersonalData(log) : isSealed)
  return isEmpty ? emptyBeside(location, held) : undefined
}

/**
 * Opens the keys of this installation, and creates them only for a log without personal data (D-104): a key that is
 * missing would be taken for that of an erased person. At the first start it founds the log (D-110) and records the
 * fingerprint of the master key.
 * @throws {Unfit} when the log, the keys and the content do not belong together
 */
export const openInstallationKeys = async (log: EventLog, location: KeyLocation): Promise<InstallationKeys> => {
  await checkLog(log, location)
  const misfit = await misfitOf(log, location)
  if (misfit) throw new Unfit(misfit)
  const logId = await foundLog(log, location)
  const masterKey = masterKeyFor(location)
  const keysFile = join(location.dataDir, 'keys.sqlite')
  const keys = openKeyStore(keysFile, masterKey)
  keys.belongTo(logId)
  const fingerprint = fingerprintOf(masterKey)
  await recordFirst(log, installationStream, { type: 'MasterKeyRecorded', data: { fingerprint } })
  if ((await fingerprintIn(unsealed(log))) === fingerprint) return { masterKey, keysFile, keys, logId }
  keys.close()
  throw new Unfit('Another process started with another master key at the same time: give both the same MASTER_KEY.')
}
