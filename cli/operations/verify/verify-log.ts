import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import { leafOf } from '#api/notary/leaf.ts'
import { openGrowingTree } from '#api/notary/merkle-tree.ts'
import { readTree } from '#api/notary/tree-files.ts'
import { base64Of, type SignedCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { beginsWith, type Hash, hashLeaf, isSameHash } from '#schemas/proofs/tree.ts'
import { shortTime } from '#schemas/time/dates.ts'

export type Verifying = {
  log: Pick<WholeLog, 'page'>
  /** What the log is compared with. */
  checkpoints: readonly SignedCheckpoint[]
  /** Where the tree of the log may lie: it is not trusted, and only helps to name the first difference. */
  treeFolder: string
  timeZone: string
  /** Called with each event, as it is stored. */
  onEvent: (event: WholeEvent) => void
  /** Called with how many events were read, and the position of the last. */
  onRead: (events: number, position: string | null) => void
}

/** What all stored events say: how many, their root, how many checkpoints agree, and what differs, a line each. */
export type Verified = { events: number; root: string; agreeing: number; differences: string[] }

type Other = { index: number; event: WholeEvent; isShifted: boolean }

const shown = (count: number): string => count.toLocaleString('en-GB')
/** Where something stands that is not there before the event of a number. */
const placeOf = (index: number): string => (index === 0 ? 'at the beginning' : `after ${shown(index - 1)}`)
const isSame = (one: Hash | undefined, other: Hash): boolean => one !== undefined && isSameHash(one, other)

/** The leaf hashes in the files of a tree, for so many events and one more. */
const leavesIn = (folder: string, start: number, count: number): Hash[] =>
  readTree(folder, (tree) => {
    const there = Math.max(0, Math.min(count + 1, tree.size() - start))
    return Array.from({ length: there }, (_, at) => tree.nodeAt(0, start + at))
  }) ?? []

/** Reads every event of a log anew, hashes it, and compares the log with what was signed. */
export const verifyLog = async ({ log, checkpoints, treeFolder, timeZone, onEvent, onRead }: Verifying) => {
  const waiting = checkpoints.toSorted((one, other) => one.size - other.size)
  const tree = openGrowingTree()
  const revisions = new Map<string, number>()
  const differences: string[] = []
  let events = 0
  let agreeing = 0
  let agreed = 0
  let other: Other | undefined
  let differing: SignedCheckpoint | undefined

  const compare = (checkpoint: SignedCheckpoint): void => {
    if (isSame(tree.root(), checkpoint.root)) {
      agreeing += 1
      if (!differing) agreed = checkpoint.size
    } else differing ??= checkpoint
  }

  const take = (event: WholeEvent, known: readonly Hash[], at: number): void => {
    const leaf = hashLeaf(leafOf(event))
    const revision = revisions.get(event.stream) ?? 0
    if (event.revision !== revision) {
      differences.push(`An event is missing ${placeOf(events)}: revision ${revision} of ${event.stream}.`)
    }
    revisions.set(event.stream, event.revision + 1)
    if (!other && known[at] && !isSame(known[at], leaf)) {
      other = { index: events, event, isShifted: isSame(known[at + 1], leaf) }
    }
    tree.add(leaf)
    events += 1
    onEvent(event)
    while (waiting[0]?.size === events) compare(waiting.shift() as SignedCheckpoint)
  }

  /** The first event that is not as in a checkpoint; undefined unless the files of the tree are those that were signed. */
  const firstUnlike = ({ size, root, signedAt }: SignedCheckpoint): string | undefined => {
    const isSigned = readTree(treeFolder, ({ nodeAt }) => beginsWith(nodeAt, { size, root }))
    if (!other || other.index >= size || !isSigned) return undefined
    const { index, event, isShifted } = other
    if (isShifted) return `An event is missing ${placeOf(index)}.`
    const when = shortTime(signedAt, timeZone)
    return `Event ${shown(index)} (revision ${event.revision} of ${event.stream}) is not what was signed on ${when}.`
  }

  /** What a checkpoint says that the log does not, a line each. */
  const differencesFrom = (unlike: SignedCheckpoint): string[] => {
    const { size, signedAt } = unlike
    const when = shortTime(signedAt, timeZone)
    const named = firstUnlike(unlike)
    if (unlike !== differing) {
      return [
        ...(named ? [named] : []),
        `The log ends at ${shown(events)} events, but ${shown(size)} were signed on ${when}.`,
      ]
    }
    const between = `Between the events ${shown(agreed)} and ${shown(size - 1)} the log is not what was signed on ${when}.`
    return [named ?? between]
  }

  for (let after: string | null = null, isEnd = false; !isEnd; ) {
    const page = await log.page(after)
    const known = leavesIn(treeFolder, events, page.events.length)
    for (const [at, event] of page.events.entries()) take(event, known, at)
    ;[after, isEnd] = [page.last, page.isEnd]
    onRead(events, after)
  }
  for (const unlike of [differing, waiting.at(-1)]) if (unlike) differences.push(...differencesFrom(unlike))
  return {
    events,
    root: base64Of(tree.root()),
    agreeing,
    differences: [...new Set(differences)],
  } satisfies Verified
}
