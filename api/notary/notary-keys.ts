import { keyFor } from '#api/adapters/master-key.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { checkpointsStream, notaryStream } from '#api/event-store/streams.ts'
import type { NotaryEvent } from '#schemas/events/operation.ts'
import { type SigningKey, signingKey } from './note.ts'

type Installation = {
  logId: string
  /** The first master key. */
  root: Uint8Array
  /** 32 bytes in base64 that take the place of what follows from the master key. */
  notaryKey: string | undefined
}

/** The key under the nth name of the notary, which names the log and is the origin of what it signs. */
export type NotaryKeys = (n: number) => SigningKey

export const notaryKeysOf = ({ logId, root, notaryKey }: Installation): NotaryKeys => {
  const seedOf = (n: number) => (notaryKey ? Buffer.from(notaryKey, 'base64') : keyFor(root, `notary/${n}`))
  return (n) => signingKey(`siteledger/log/${logId}${n === 1 ? '' : `/${n}`}`, seedOf(n))
}

/** The keys under the first n names, oldest first. */
export const keysUpTo = (keys: NotaryKeys, n: number): SigningKey[] =>
  Array.from({ length: n }, (_, at) => keys(at + 1))

/** A change of the notary's name, as it is recorded, and when. */
export type NotaryChange = Exclude<NotaryEvent, { type: 'CheckpointPublished' }> & { at: string }

/** All changes of the notary's name, oldest first. */
export const notaryChangesIn = async (ledger: Pick<Ledger, 'read'>): Promise<NotaryChange[]> =>
  (await ledger.read(notaryStream)).flatMap((event) =>
    event.type === 'NotaryKeyChanged' || event.type === 'NotaryBegunAnew' ? [{ ...event, at: event.metadata.at }] : [],
  )

/** A checkpoint that was published: when, where to, and how many events it counts. */
export type Publication = { to: string; at: string; size: number }

/** Answers all publications, oldest first; each time, it reads those that came since. */
export const openPublications = (ledger: Pick<Ledger, 'read'>) => {
  const known: Publication[] = []
  let read: bigint | null = null
  return async (): Promise<readonly Publication[]> => {
    for (const { type, data, metadata, revision } of await ledger.read(checkpointsStream, read)) {
      // Another call may have read it meanwhile.
      if (type !== 'CheckpointPublished' || (read !== null && revision <= read)) continue
      known.push({ to: data.to, at: metadata.at, size: data.size })
      read = revision
    }
    return known
  }
}

/** The number of the name that the notary signs under after these changes. */
export const currentNumber = (changes: readonly NotaryChange[]): number => changes.at(-1)?.data.n ?? 1
