import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import type { Past } from '#api/http/past.ts'
import type { LogProofs } from '#api/notary/log-proofs.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { PlacedFile } from '#api/services/zips/placed.ts'
import { comparePositions } from '#projections/engine/position.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { packNouns } from '#schemas/records/pack.ts'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { type PackLeaf, packLeafOf, tellable } from './leaves.ts'
import type { PackOrder } from './pack.ts'
import { placedContents, recordedContents } from './recorded-contents.ts'
import { positionsOfFile, readEvents, readParts } from './subject-events.ts'
import { readRecords } from './subject-records.ts'
import { type PackedEntry, packedEntry, type SubjectEvent } from './told-history.ts'

export type PackTools = {
  /** The read models of the past; within `answerAt` they answer what stood then. */
  past: ReadModels
  answerAt: Past['answerAt']
  log: Pick<WholeLog, 'at'>
  numbersOf: LogProofs['numbersOf']
}

/** A content of a file as a pack lists it, with the number of the event that recorded it. */
export type PackedFile = PlacedFile & { index: number | null }

/** A subject as of a moment, with all that lies in it, and what the log says about it. */
export type PackSubject = {
  name: string
  /** The subject and what lies in it, as today's answers show them, by name. */
  records: Record<string, object>
  files: PackedFile[]
  /** What has to be read: the contents of `files`, where the pack holds them. */
  contents: { path: string; hash: ContentHash; size: number }[]
  /** Ascending by their indices, as are the entries. */
  leaves: PackLeaf[]
  entries: PackedEntry[]
  /** The greatest index of its leaves; -1 without any. */
  lastIndex: number
}

/** Entries that the history reads at once, in a thread, and positions whose numbers are looked up without a pause. */
const atOnce = 2000

/** Puts the events' own records first, and then the subject. */
const firstOf = (parts: SubjectEvent['parts'], id: string, stream: string): SubjectEvent['parts'] => {
  const rank = (part: SubjectEvent['parts'][number]) => (stream.endsWith(part.id) ? 0 : part.id === id ? 1 : 2)
  return parts.toSorted((one, other) => rank(one) - rank(other))
}

/** The history of the subject up to the moment, oldest first: entries with events in it that count. */
const entriesOf = async (
  order: PackOrder,
  history: ReadModels['history'],
  events: ReadonlyMap<string, readonly SubjectEvent[]>,
  names: ReadonlySet<string>,
): Promise<PackedEntry[]> => {
  const filter = {
    resource: packNouns[order.within.kind],
    id: order.within.id,
    below: true,
    upTo: order.moment.position,
  }
  const reader = { scope: order.scope, hidden: [] }
  const entries: PackedEntry[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { rows: HistoryEntry[]; next: string | null } = await history.list(reader, filter, {
      limit: atOnce,
      ...(cursor === undefined ? {} : { cursor }),
    })
    const known = page.rows.map((entry) => ({ entry, key: entry.position.padStart(20, '0') }))
    const totals = new Map(
      (await history.eventsIn(known.map(({ key }) => key))).map((each) => [each.entry, each.events]),
    )
    for (const { entry, key } of known) {
      const [first, ...rest] = events.get(key) ?? []
      if (first) entries.push(packedEntry(entry, [first, ...rest], totals.get(key) ?? 0, names))
    }
    cursor = page.next
  }
  return entries.sort((one, other) => one.index - other.index)
}

/** Numbers of events in the tree; undefined where it has not been read so far. */
const numbersIn = async (positions: readonly string[], numbersOf: PackTools['numbersOf']) => {
  const numbers = new Map<string, number>()
  for (let from = 0; from < positions.length; from += atOnce) {
    for (const [position, index] of numbersOf(positions.slice(from, from + atOnce))) numbers.set(position, index)
    await nextTurn()
  }
  return numbers.size === positions.length ? numbers : undefined
}

/**
 * Reads what lies in a pack. Undefined while the notary has not read so far as the subject's events go; throws 404 where
 * the subject did not stand at that moment.
 */
export const readSubject = (order: PackOrder, tools: PackTools): Promise<PackSubject | undefined> =>
  tools.answerAt(order.moment, async () => {
    const { past, log, numbersOf } = tools
    const stood = await readRecords(order, past)
    const { own, byPosition } = await readParts(order, past.history)
    const told = await readEvents(log, [...byPosition.keys()])
    const recorded = await recordedContents(stood.files, order, told, async (id) =>
      readEvents(log, await positionsOfFile(order, past.history, id)),
    )
    const counted = told.filter(({ position }) => comparePositions(position, order.from) > 0)
    // What recorded a content counts, wherever the file lay and from wherever events do.
    const of = new Map(
      [...counted, ...recorded.flatMap(({ event }) => event ?? [])].map((each) => [each.position, each]),
    )
    const events = [...of.values()].sort((one, other) => comparePositions(one.position, other.position))
    const numbers = await numbersIn([...of.keys()], numbersOf)
    if (!numbers) return undefined
    const indexOf = ({ position }: WholeEvent): number => numbers.get(position) as number
    const isTold = tellable(own, stood.around, told)
    const leaves = events.map((event) => packLeafOf(event, indexOf(event), isTold(event)))
    const subjectEvents = counted.map(
      (event): SubjectEvent => ({
        position: event.position,
        index: indexOf(event),
        type: event.type,
        isTold: isTold(event),
        parts: firstOf(byPosition.get(event.position) ?? [], order.within.id, event.stream),
      }),
    )
    const byEntry = Map.groupBy(subjectEvents, ({ parts }) => parts[0]?.entry ?? '')
    const ownNames = [...byPosition.values()].flat().map(({ name }) => name)
    const entries = await entriesOf(
      order,
      past.history,
      byEntry,
      new Set([...ownNames, ...stood.around.map(({ name }) => name)]),
    )
    const files = placedContents(recorded, stood.files).map(({ path, file, event }) => ({
      path,
      file,
      index: event ? indexOf(event) : null,
    }))
    return {
      name: stood.name,
      records: stood.records,
      files,
      contents: order.files ? files.map(({ path, file: { hash, size } }) => ({ path, hash, size })) : [],
      leaves,
      entries,
      lastIndex: leaves.at(-1)?.index ?? -1,
    }
  })
