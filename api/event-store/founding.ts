import type { Ledger } from './ledger.ts'
import { installationStream, logStream } from './streams.ts'

type Reading = Pick<Ledger, 'read'>

/** The id of a log (D-110); undefined for an empty one, and for an earlier version's until its next start. */
export const logIdOf = async (ledger: Reading): Promise<string | undefined> => {
  const [event] = await ledger.read(logStream)
  return event?.type === 'LogFounded' ? event.data.id : undefined
}

/** The fingerprint of the master key that a log is sealed with; undefined before the first start that records it. */
export const fingerprintIn = async (ledger: Reading): Promise<string | undefined> => {
  const [event] = await ledger.read(installationStream)
  return event?.type === 'MasterKeyRecorded' ? event.data.fingerprint : undefined
}
