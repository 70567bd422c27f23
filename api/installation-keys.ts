import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as newUuid } from 'uuid'
import { personalFields } from '#schemas/events/personal.ts'
import { CommandId } from '#schemas/ids.ts'
import { countKeys, type KeyStore, masterKeyOpens, openKeyStore } from './adapters/key-store.ts'
import { fingerprintOf, masterKeyFor } from './adapters/master-key.ts'
import { eventIdOf } from './event-store/command-ids.ts'
import { openLedger } from './event-store/ledger.ts'
import { type EventLog, WrongExpectedRevision } from './event-store/port.ts'
import { installationStream } from './event-store/streams.ts'

/** The keys here are not those of the log; the message is one line that says which, and what to do. */
export class UnfitKeys extends Error {
  override name = 'UnfitKeys'
}

type KeyLocation = { dataDir: string; masterKey: string | undefined }

export type InstallationKeys = { masterKey: Uint8Array; keysFile: string; keys: KeyStore }

/** The fingerprint of the master key that a log is sealed with; undefined before the first start that records it. */
const recordedIn = async (log: EventLog): Promise<string | undefined> => {
  const ledger = openLedger(log, { find: () => undefined, findOrCreate: () => new Uint8Array() })
  const [event] = await ledger.read(installationStream)
  return event?.type === 'MasterKeyRecorded' ? event.data.fingerprint : undefined
}

/** Whether a log holds personal data at all. */
const holdsPersonalData = (log: EventLog): Promise<boolean> => {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const listener = {
    event: () => resolve(true),
    caughtUp: () => resolve(false),
    ended: (error?: Error) => reject(error ?? new Error('The event store ended the reading')),
  }
  const { close } = log.subscribe(null, listener, Object.keys(personalFields))
  return promise.finally(close)
}

/** The reason why the keys here cannot be those of the log; undefined if they can. */
const misfitOf = async (log: EventLog, location: KeyLocation): Promise<string | undefined> => {
  const [master, keysFile] = [join(location.dataDir, 'master.key'), join(location.dataDir, 'keys.sqlite')]
  const source = location.masterKey ? 'MASTER_KEY' : master
  const recorded = await recordedIn(log)
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
  return undefined
}

/** Records the fingerprint unless the log has one; false if another process was first with another key. */
const record = async (log: EventLog, fingerprint: string): Promise<boolean> => {
  const commandId = CommandId.parse(newUuid())
  const nobody = { actor: null, impersonator: null, teamId: null, causationId: null, requestId: null }
  const via = { kind: 'worker', id: 'installation-keys' } as const
  const metadata = { ...nobody, at: new Date().toISOString(), via, commandId, correlationId: commandId, version: 1 }
  const id = eventIdOf(commandId, installationStream, 0)
  try {
    await log.append(installationStream, 'no-stream', [
      { id, type: 'MasterKeyRecorded', data: { fingerprint }, metadata },
    ])
    return true
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error
    return (await recordedIn(log)) === fingerprint
  }
}

/**
 * Opens the keys of this installation, and creates them only for a log without personal data (D-104): a key that is
 * missing would be taken for that of an erased person. Records the fingerprint of the master key at the first start.
 * @throws {UnfitKeys} when they are not the keys of the log
 */
export const openInstallationKeys = async (log: EventLog, location: KeyLocation): Promise<InstallationKeys> => {
  const misfit = await misfitOf(log, location)
  if (misfit) throw new UnfitKeys(misfit)
  const [masterKey, keysFile] = [masterKeyFor(location), join(location.dataDir, 'keys.sqlite')]
  const keys = openKeyStore(keysFile, masterKey)
  if (await record(log, fingerprintOf(masterKey))) return { masterKey, keysFile, keys }
  keys.close()
  throw new UnfitKeys(
    'Another process started with another master key at the same time: give both the same MASTER_KEY.',
  )
}
