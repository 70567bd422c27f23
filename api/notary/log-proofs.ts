import type { WholeLog } from '#api/event-store/whole-log.ts'
import { base64Of, readCheckpoint, type SignedCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { coverText } from '#schemas/proofs/cover.ts'
import { hashLeaf, isSameHash } from '#schemas/proofs/tree.ts'
import type { KeptNotes } from './kept-notes.ts'
import { leafOf } from './leaf.ts'
import { consistencyOf, inclusionOf } from './merkle-tree.ts'
import { currentNumber, keysUpTo, type NotaryChange, type NotaryKeys, type Publication } from './notary-keys.ts'
import { signNote, vkeysOf } from './note.ts'
import type { openTreeForReading } from './tree-for-reading.ts'

export type ProofTools = {
  logId: string
  keys: NotaryKeys
  changes: () => Promise<NotaryChange[]>
  publications: () => Promise<readonly Publication[]>
  kept: Pick<KeptNotes, 'last' | 'kept' | 'timestamp'>
  tree: Pick<ReturnType<typeof openTreeForReading>, 'of' | 'asItIs'>
  log: Pick<WholeLog, 'at'>
}

/** What proves leaves of the log to others. */
export type Evidence = {
  /** The newest checkpoint, as it says and as it is. */
  checkpoint: SignedCheckpoint
  note: string
  /** Notes before it that were published, and then what authorities said of the times of all (`.tsr`). */
  checkpoints: readonly { path: string; bytes: Uint8Array }[]
  /** All public keys of the notary, oldest first. */
  vkeys: readonly string[]
  /** The hashes with which the leaves give the root of each checkpoint, as `nodes.txt` holds them. */
  nodes: string
  /** Signs a text by the present key of the notary. */
  sign: (text: string) => string
}

/** Publications that are told of the standing of a log. */
const newestPublications = 100

/** What can be proved of the log to those who may read its history. */
export const openLogProofs = ({ logId, keys, changes, publications, kept, tree, log }: ProofTools) => {
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
        published: (await publications()).slice(-newestPublications),
        anew: recorded.flatMap(({ type, data, at }) => (type === 'NotaryBegunAnew' ? [{ ...data, at }] : [])),
      }
    },
    newest,
    /** The event at a position, as it is stored. */
    eventAt: log.at,
    /** What proves leaves, by their numbers in order, to whoever has them; undefined while they are not all signed. */
    evidenceFor: async (leaves: readonly number[]): Promise<Evidence | undefined> => {
      const checkpoint = await newest()
      if (!checkpoint || checkpoint.size <= (leaves.at(-1) ?? 0)) return undefined
      const { size, note } = checkpoint
      const sizes = new Set((await publications()).map((each) => each.size).filter((each) => each < size))
      const earlier: number[] = []
      const checkpoints: { path: string; bytes: Uint8Array }[] = []
      for (const each of [...sizes].sort((one, other) => one - other)) {
        const published = await kept.kept(each)
        if (published === undefined) continue
        earlier.push(each)
        checkpoints.push({ path: `checkpoints/${each}.note`, bytes: Buffer.from(published) })
      }
      const nodes = tree.of(checkpoint, ({ nodeAt }) => coverText(nodeAt, { size, earlier }, leaves))
      if (nodes === undefined) return undefined
      for (const each of [...earlier, size]) {
        const bytes = await kept.timestamp(each)
        if (bytes) checkpoints.push({ path: `checkpoints/${each}.tsr`, bytes })
      }
      const all = keysUpTo(keys, currentNumber(await changes()))
      const sign = (text: string): string => signNote(text, all.slice(-1), new Date())
      return { checkpoint, note, checkpoints, vkeys: all.flatMap(vkeysOf), nodes, sign }
    },
    /** The note of the first `size` events; undefined where none is kept. */
    checkpoint: async (size: number): Promise<string | undefined> => {
      const last = await newest()
      return last?.size === size ? last.note : kept.kept(size)
    },
    /** The hashes that lead from one size to another, in base64; undefined while the tree is being made. */
    consistency: async (from: number, to: number): Promise<string[] | undefined> => {
      const checkpoint = await newest()
      return checkpoint && tree.of(checkpoint, ({ nodeAt }) => consistencyOf(nodeAt, from, to).map(base64Of))
    },
    /** The numbers of the leaves of events, by their positions; those that are not read yet have none. */
    numbersOf: (positions: readonly string[]): ReadonlyMap<string, number> =>
      tree.asItIs(({ indexOf }) => {
        const found = positions.map((position) => [position, indexOf(position)] as const)
        return new Map(found.flatMap(([position, index]) => (index === undefined ? [] : [[position, index] as const])))
      }) ?? new Map(),
    /** The proof that the event at a position is in the newest checkpoint (C2SP tlog-proof); undefined if it is not yet. */
    inclusion: async (position: string): Promise<string | undefined> => {
      const checkpoint = await newest()
      const event = await log.at(position)
      if (!checkpoint || !event) return undefined
      const leaf = leafOf(event)
      return tree.of(checkpoint, ({ indexOf, nodeAt }) => {
        const index = indexOf(position)
        if (index === undefined || index >= checkpoint.size) return undefined
        if (!isSameHash(nodeAt(0, index), hashLeaf(leaf))) return undefined
        return [
          'c2sp.org/tlog-proof@v1',
          `extra ${Buffer.from(leaf).toString('base64')}`,
          `index ${index}`,
          ...inclusionOf(nodeAt, index, checkpoint.size).map(base64Of),
          '',
          checkpoint.note,
        ].join('\n')
      })
    },
  }
}
export type LogProofs = ReturnType<typeof openLogProofs>
