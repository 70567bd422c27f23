import type { Place } from '#schemas/event.ts'
import type { Ledger } from './ledger.ts'
import { installationStream, keysStream, logStream } from './streams.ts'

type Reading = Pick<Ledger, 'read'>

/** The id of a log (D-110); undefined for an empty one, and for an earlier version's until its next start. */
export const logIdOf = async (ledger: Reading): Promise<string | undefined> => {
  const [event] = await ledger.read(logStream)
  return event?.type === 'LogFounded' ? event.data.id : undefined
}

/** The place of the event that founded a log, which no older copy from before it holds and no other log has. */
export const foundingPlaceOf = async (ledger: Reading): Promise<Place | undefined> => {
  const [event] = await ledger.read(logStream)
  return event && { position: event.position, id: event.id }
}

/** The fingerprint of the master key that a log is sealed with; undefined before the first start that records it. */
export const fingerprintIn = async (ledger: Reading): Promise<string | undefined> => {
  const [event] = await ledger.read(installationStream)
  return event?.type === 'MasterKeyRecorded' ? event.data.fingerprint : undefined
}

/** The id of the keys of people that a log is sealed with; undefined before the first start that records it. */
export const keysIdIn = async (ledger: Reading): Promise<string | undefined> => {
  const [event] = await ledger.read(keysStream)
  return event?.type === 'KeysRecorded' ? event.data.id : undefined
}
