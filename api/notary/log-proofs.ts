import type { WholeLog } from '#api/event-store/whole-log.ts'
import { readCheckpoint, type SignedCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { type Hash, hashLeaf } from '#schemas/proofs/tree.ts'
import type { KeptNotes } from './kept-notes.ts'
import { leafOf } from './leaf.ts'
import { consistencyOf, inclusionOf } from './merkle-tree.ts'
import { currentNumber, keysUpTo, type NotaryChange, type NotaryKeys, type Publication } from './notary-keys.ts'
import { vkeysOf } from './note.ts'
import { readTree } from './tree-files.ts'

export type ProofTools = {
  logId: string
  keys: NotaryKeys
  changes: () => Promise<NotaryChange[]>
  publications: () => Promise<Publication[]>
  kept: Pick<KeptNotes, 'last' | 'kept'>
  /** The folder of the tree, which the workers of the same data folder write. */
  folder: string
  log: Pick<WholeLog, 'at'>
}

const base64 = (hash: Hash): string => Buffer.from(hash).toString('base64')

/** What can be proved of the log to those who may read its history. */
export const openLogProofs = ({ logId, keys, changes, publications, kept, folder, log }: ProofTools) => {
  const newest = async (): Promise<(SignedCheckpoint & { note: string }) | undefined> => {
    const last = await kept.last()
    const checkpoint = last && readCheckpoint(last.note)
    return last && checkpoint && { ...checkpoint, note: last.note }
  }
  return {
    /** Under which names and keys the log is signed, and how far. */
    standing: async () => {
      const recorded = await changes()
      const present = currentNumber(recorded)
      const checkpoint = await newest()
      return {
        id: logId,
        origin: keys(present).name,
        vkeys: keysUpTo(keys, present).flatMap(vkeysOf),
        size: checkpoint?.size ?? 0,
        signed_at: checkpoint?.signedAt.toISOString() ?? null,
        published: await publications(),
        anew: recorded.flatMap(({ type, data, at }) => (type === 'NotaryBegunAnew' ? [{ ...data, at }] : [])),
      }
    },
    newest,
    /** The note of the first `size` events; undefined where none is kept. */
    checkpoint: async (size: number): Promise<string | undefined> => {
      const last = await newest()
      return last?.size === size ? last.note : kept.kept(size)
    },
    /** The hashes that lead from one size to another, in base64; undefined while the tree is being made. */
    consistency: (from: number, to: number): string[] | undefined =>
      readTree(folder, ({ nodeAt }) => consistencyOf(nodeAt, from, to).map(base64)),
    /** The numbers of the leaves of events, by their positions; those that are not read yet have none. */
    numbersOf: (positions: readonly string[]): ReadonlyMap<string, number> =>
      readTree(folder, ({ indexOf }) => {
        const found = positions.map((position) => [position, indexOf(position)] as const)
        return new Map(found.flatMap(([position, index]) => (index === undefined ? [] : [[position, index] as const])))
      }) ?? new Map(),
    /** The proof that the event at a position is in the newest checkpoint (C2SP tlog-proof); undefined if it is not yet. */
    inclusion: async (position: string): Promise<string | undefined> => {
      const checkpoint = await newest()
      const event = await log.at(position)
      if (!checkpoint || !event) return undefined
      const leaf = leafOf(event)
      return readTree(folder, ({ indexOf, nodeAt }) => {
        const index = indexOf(position)
        if (index === undefined || index >= checkpoint.size) return undefined
        if (Buffer.compare(nodeAt(0, index), hashLeaf(leaf)) !== 0) return undefined
        return [
          'c2sp.org/tlog-proof@v1',
          `extra ${Buffer.from(leaf).toString('base64')}`,
          `index ${index}`,
          ...inclusionOf(nodeAt, index, checkpoint.size).map(base64),
          '',
          checkpoint.note,
        ].join('\n')
      })
    },
  }
}
export type LogProofs = ReturnType<typeof openLogProofs>
