import { inTurns } from '#api/sagas/each.ts'
import { type PlacedFile, placed } from '#api/services/zips/placed.ts'
import { comparePositions } from '#projections/engine/position.ts'
import { type PackLeaf, packLeafOf } from './leaves.ts'
import type { PackOrder, PackTools } from './pack.ts'
import { eventsOf, newestOf, readOutline } from './subject-events.ts'
import { type PackedRecords, readRecords, versionNames } from './subject-records.ts'
import { openToldHistory, type PackedEntry } from './told-history.ts'

/** A content of a file as a pack lists it, with the number of the event that recorded it. */
export type PackedFile = PlacedFile & { index: number | null }

/** Some events of a subject and, where they are the last of theirs, entries of its history; each after those before. */
type Told = { leaves: PackLeaf[]; entries: PackedEntry[] }

/** A subject as of a moment, with all that lies in it, and what the log says about it. */
export type PackSubject = {
  name: string
  records: PackedRecords
  files: PackedFile[]
  /** Of all its events in the tree, ascending. */
  indices: number[]
  /** Reads the events, some at a time, ascending by their indices, as are the entries. */
  tell: () => AsyncGenerator<Told>
}

/** Whether the newest checkpoint counts all events of the subject. */
const isSigned = async (order: PackOrder, tools: PackTools): Promise<boolean> => {
  const newest = await newestOf(order, tools)
  if (newest === null) return true
  const index = tools.proofs.numbersOf([newest]).get(newest)
  return index !== undefined && index < ((await tools.proofs.newest())?.size ?? 0)
}

/** The positions of the events that recorded the contents of files, by file and version. */
const recordedAt = async ({ past }: PackTools, files: readonly PlacedFile['file'][]) => {
  const ids = [...new Set(files.map(({ id }) => id))]
  const found = await inTurns(ids, (some) => past.ticks.recordedAt(some))
  const known = new Map(found.map(({ id, version, position }) => [`${id} ${version}`, position]))
  return ({ id, version }: PlacedFile['file']) => known.get(`${id} ${version}`)
}

/**
 * Reads what lies in a pack. Undefined while the log is not signed so far as the subject's events go; throws 404 where the
 * subject did not stand at that moment.
 */
export const readSubject = async (order: PackOrder, tools: PackTools): Promise<PackSubject | undefined> => {
  if (!(await isSigned(order, tools))) return undefined
  const { past, proofs } = tools
  const records = await past.answerAt(order.moment, () => readRecords(order, tools))
  const { name, around, files } = records
  const outline = await readOutline(order, tools, around)
  const recordOf = await recordedAt(tools, files)
  // What recorded a content counts, wherever the file lay and from wherever events do.
  const recording = new Set(files.flatMap((file) => recordOf(file) ?? []))
  const isCounted = (position: string): boolean => comparePositions(position, order.from) > 0
  const counted = outline.positions.filter(isCounted)
  const positions = [...new Set([...counted, ...recording])].sort(comparePositions)
  const indexAt = new Map(await inTurns(positions, (some) => [...proofs.numbersOf(some)]))
  if (indexAt.size < positions.length) throw new Error('The tree of the log is being made anew')
  const packed = placed(files, [], versionNames(files)).map(({ path, file }): PackedFile => {
    const position = recordOf(file)
    return { path: `files/${path}`, file, index: indexAt.get(position ?? '') ?? null }
  })
  const tell = async function* (): AsyncGenerator<Told> {
    const history = openToldHistory(order, past.readModels.history, outline)
    for await (const events of eventsOf(order, tools, outline, positions)) {
      const numbered = events.map((each) => ({ ...each, index: indexAt.get(each.event.position) as number }))
      for (const each of numbered) if (isCounted(each.event.position)) history.add(each)
      // What recorded a content is told also where it came from another place, which it names by its id.
      const leaves = numbered.map(({ event, index, isTold }) =>
        packLeafOf(event, index, isTold || recording.has(event.position)),
      )
      yield { leaves, entries: await history.complete() }
    }
  }
  return { name, records, files: packed, indices: [...indexAt.values()], tell }
}
