import type { WholeEvent } from '#api/event-store/whole-log.ts'
import { inTurns } from '#api/sagas/each.ts'
import { type PlacedFile, placed } from '#api/services/zips/placed.ts'
import { comparePositions } from '#projections/engine/position.ts'
import { type PackLeaf, packLeafOf } from './leaves.ts'
import type { PackOrder } from './pack.ts'
import { recordedContents, versionNames } from './recorded-contents.ts'
import { eventsOfFile, type PackTools, readEvents } from './subject-events.ts'
import { readRecords } from './subject-records.ts'
import { type PackedEntry, toldHistory } from './told-history.ts'

/** A content of a file as a pack lists it, with the number of the event that recorded it. */
export type PackedFile = PlacedFile & { index: number | null }

/** A subject as of a moment, with all that lies in it, and what the log says about it. */
export type PackSubject = {
  name: string
  /** It and what lies in it, as today's answers show them, by name. */
  records: Record<string, object>
  files: PackedFile[]
  /** Ascending by their indices, as are the entries. */
  leaves: PackLeaf[]
  entries: PackedEntry[]
}

/**
 * Reads what lies in a pack. Undefined while the notary has not read so far as the subject's events go; throws 404 where
 * the subject did not stand at that moment.
 */
export const readSubject = (order: PackOrder, tools: PackTools): Promise<PackSubject | undefined> =>
  tools.past.answerAt(order.moment, async () => {
    const { name, around, files, records } = await readRecords(order, tools.past.readModels)
    const read = await readEvents(order, tools, around)
    if (!read) return undefined
    const { events, isTold } = read
    const told = events.map(({ event }) => event)
    const recordedBy = await recordedContents(files, told, (id) => eventsOfFile(order, tools, id))
    const counted = events.filter(({ event }) => comparePositions(event.position, order.from) > 0)
    // What recorded a content counts, wherever the file lay and from wherever events do.
    const recording = new Set(files.flatMap((file) => recordedBy(file) ?? []))
    const all = new Set([...counted.map(({ event }) => event), ...recording])
    const indices = new Map<string, number>()
    const indexOf = ({ position }: WholeEvent): number => {
      const index = indices.get(position)
      if (index === undefined) throw new Error('The tree of the log is being made anew')
      return index
    }
    const leaves = await inTurns([...all], (some) => {
      for (const each of tools.numbersOf(some.map(({ position }) => position))) indices.set(...each)
      // What recorded a content is told also where it came from another place, which it names by its id.
      return some.map((event) => packLeafOf(event, indexOf(event), recording.has(event) || isTold(event)))
    })
    const numbered = counted.map((each) => ({ ...each, index: indexOf(each.event) }))
    const packed = placed(files, [], versionNames(files)).map(({ path, file }): PackedFile => {
      const event = recordedBy(file)
      return { path: `files/${path}`, file, index: event ? indexOf(event) : null }
    })
    return {
      name,
      records,
      files: packed,
      leaves: leaves.sort((one, other) => one.index - other.index),
      entries: await toldHistory(order, tools.past.readModels.history, numbered, around),
    }
  })
