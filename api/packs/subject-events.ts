import { recordStream } from '#api/event-store/streams.ts'
import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import { forEach } from '#api/sagas/each.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { Subject, SubjectPart } from '#projections/history/subject.ts'
import type { FileId } from '#schemas/ids.ts'
import { type OwnStream, ownStreams } from '#schemas/nouns.ts'
import { packNouns } from '#schemas/records/pack.ts'
import type { PackOrder } from './pack.ts'

/** What an event says about a record of the subject. */
export type OwnPart = SubjectPart & { resource: OwnStream }

const isOwnPart = (part: SubjectPart): part is OwnPart => ownStreams.some((noun) => noun === part.resource)

/** What the history has told of a record of the team up to the moment, and of what lay in it, oldest first. */
const partsOf = async (history: ReadModels['history'], subject: Subject): Promise<SubjectPart[]> => {
  const parts: SubjectPart[] = []
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const some: SubjectPart[] = await history.partsOf(subject, after)
    parts.push(...some)
    after = some.at(-1)?.position
  }
  return parts
}

const positionOf = ({ position }: SubjectPart): string => String(BigInt(position))

/** What the events up to the moment say about the subject's records, by their positions; and the streams of these by id. */
export const readParts = async (order: PackOrder, history: ReadModels['history']) => {
  const { teamId, within, moment } = order
  const resource = packNouns[within.kind]
  const parts = await partsOf(history, { teamId, resource, id: within.id, upTo: moment.position })
  const own = new Map([[within.id, recordStream(resource, within.id)]])
  const names = new Map<string, string>()
  const ofRecords = parts.filter(isOwnPart)
  for (const part of ofRecords) if (part.inside) own.set(part.id, recordStream(part.resource, part.id))
  // What is mentioned alone is called as before.
  const named = ofRecords.flatMap((part) => {
    if (part.name !== '') names.set(part.id, part.name)
    return own.has(part.id) ? [{ ...part, name: names.get(part.id) ?? '' }] : []
  })
  return { own, byPosition: Map.groupBy(named, positionOf) }
}

/** Where the history has events about a file up to the moment, wherever it lay. */
export const positionsOfFile = async (
  { teamId, moment }: PackOrder,
  history: ReadModels['history'],
  id: FileId,
): Promise<string[]> => [
  ...new Set((await partsOf(history, { teamId, resource: 'files', id, upTo: moment.position })).map(positionOf)),
]

/** The events at some positions. Throws where the log has none. */
export const readEvents = (log: Pick<WholeLog, 'at'>, positions: readonly string[]): Promise<WholeEvent[]> =>
  forEach(positions, async (position) => {
    const event = await log.at(position)
    if (!event) throw new Error(`The log has no event at ${position}`)
    return event
  })
