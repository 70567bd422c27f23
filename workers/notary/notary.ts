import type { KeptNotes, Last } from '#api/notary/kept-notes.ts'
import { currentNumber, type NotaryChange, type NotaryKeys } from '#api/notary/notary-keys.ts'
import { signCheckpoint } from '#api/notary/note.ts'
import { openTreeReading, type ReadLog } from '#api/notary/read-tree.ts'
import { openTreeFiles, type TreeFiles } from '#api/notary/tree-files.ts'
import { beginsWith, rootOf } from '#schemas/proofs/tree.ts'
import { shortTime } from '#schemas/time/dates.ts'
import { isLeftBehind, NotaryStops, type Signed, signedIn } from './signed.ts'

export type NotaryTools = {
  log: ReadLog
  /** The folder of the tree. */
  folder: string
  kept: Pick<KeptNotes, 'last' | 'setLast' | 'keep'>
  keys: NotaryKeys
  /** The changes of the notary's name in the log. */
  changes: () => Promise<NotaryChange[]>
  /** The kinds of streams whose events this process counts. */
  kinds: readonly string[]
  /** Takes the turn to sign, which ends by itself: nobody else has it for the next seconds. */
  takeTurn: () => Promise<boolean>
  /** Where days begin and end (APP_TIMEZONE). */
  timeZone: string
  now: () => Date
}

/** Milliseconds between two checkpoints, in which a turn of a process that stalled is over too. */
const signedEvery = 60_000
/** Milliseconds of a turn in which a checkpoint may still be stored. */
const turn = 30_000

/** The newest checkpoint, as it is kept and as it was signed, and the one that the tree goes on from. */
type Standing = { last: Last | undefined; newest: Signed | undefined; signed: Signed | undefined }

const hourOf = (at: Date): number => Math.floor(at.getTime() / 3_600_000)
const shown = (count: number): string => count.toLocaleString('en-GB')

/** A pass of the notary; `goesOn` says until when it may read. Throws NotaryStops where the log is not what was signed. */
export const openNotary = (tools: NotaryTools): ((goesOn: () => boolean) => Promise<void>) => {
  const { kept, keys, kinds, timeZone, now } = tools
  const reading = openTreeReading(tools.log)
  let isReadAnew = false

  /** Reads the log on; all of it where the tree is not what was signed, for files may be damaged. */
  const readOn = async (tree: TreeFiles, signed: Signed | undefined, goesOn: () => boolean): Promise<void> => {
    const isEnd = await reading.readOn(tree, signed?.size ?? 0, goesOn)
    if (!signed) return
    const when = shortTime(signed.signedAt, timeZone)
    if (isEnd && tree.size() < signed.size) {
      const lost = `The log ends at ${shown(tree.size())} events, but ${shown(signed.size)} were signed on ${when}.`
      throw new NotaryStops(lost)
    }
    if (tree.size() < signed.size || beginsWith(tree.nodeAt, signed)) return
    if (isReadAnew) throw new NotaryStops(`The first ${shown(signed.size)} events are not what was signed on ${when}.`)
    isReadAnew = true
    reading.readAnew(tree)
    await readOn(tree, signed, goesOn)
  }

  /** Signs the tree: under each former name that vouches for the next one, then under the present one. */
  const sign = async (tree: TreeFiles, n: number, { last, newest, signed }: Standing) => {
    const at = now()
    const head = { size: tree.size(), root: rootOf(tree.nodeAt, tree.size()) }
    const noteUnder = (number: number, signers = [number]) =>
      signCheckpoint({ ...head, origin: keys(number).name }, signers.map(keys), at)
    for (let former = signed?.n ?? n; former < n; former += 1) {
      await kept.keep(head.size, noteUnder(former, [former, former + 1]))
    }
    const isLastOfItsKind = newest && (hourOf(newest.signedAt) !== hourOf(at) || newest.n !== n)
    if (last && isLastOfItsKind) await kept.keep(newest.size, last.note)
    // Another one may have the turn by now.
    if (now().getTime() - at.getTime() < turn) await kept.setLast({ note: noteUnder(n), kinds: [...kinds] })
  }

  return async (goesOn) => {
    const last = await kept.last()
    const later = last?.kinds.filter((kind) => !kinds.includes(kind)) ?? []
    if (later.length > 0) {
      throw new NotaryStops(`A later version counts streams that this one does not know: ${later.join(', ')}.`)
    }
    const changes = await tools.changes()
    const newest = last && signedIn(last, changes, keys)
    const signed = newest && !isLeftBehind(newest, changes) ? newest : undefined
    const tree = openTreeFiles(tools.folder, 'writing')
    try {
      await readOn(tree, signed, goesOn)
      const isDue = !newest || Math.abs(now().getTime() - newest.signedAt.getTime()) >= signedEvery
      if (tree.size() <= (signed?.size ?? 0) || !isDue || !(await tools.takeTurn())) return
      if ((await kept.last())?.note !== last?.note) return
      tree.sync()
      await sign(tree, currentNumber(changes), { last, newest, signed })
    } finally {
      tree.close()
    }
  }
}
