import { recordStream } from '#api/event-store/streams.ts'
import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import type { Past } from '#api/http/past.ts'
import type { LogProofs } from '#api/notary/log-proofs.ts'
import { forEach } from '#api/sagas/each.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { SubjectPart } from '#projections/history/subject.ts'
import { type OwnStream, ownStreams } from '#schemas/nouns.ts'
import { packNouns } from '#schemas/records/pack.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import { tellable } from './leaves.ts'
import type { PackOrder } from './pack.ts'

/** What an event says about a record of the subject. */
export type OwnPart = SubjectPart & { resource: OwnStream }

/** An event of the subject, what it says about the subject's records, and whether a pack shows its data. */
export type SubjectEvent = { event: WholeEvent; parts: readonly OwnPart[]; isTold: boolean }

/** Where records, events and their numbers in the tree are found. */
export type PackTools = {
  /** The read models of the past; within `answerAt` they answer what stood then. */
  past: Pick<Past, 'answerAt'> & { readModels: ReadModels }
  log: Pick<WholeLog, 'at'>
  numbersOf: LogProofs['numbersOf']
}

/** What the history has told of a record up to the moment, and of what lay in it, by the events' positions, oldest first. */
const partsOf = async (order: PackOrder, { past }: PackTools, resource: HistoryResource, id: string) => {
  const about = { teamId: order.team_id, resource, id, upTo: order.moment.position }
  const parts: SubjectPart[] = []
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const some: SubjectPart[] = await past.readModels.history.partsOf(about, after)
    parts.push(...some)
    after = some.at(-1)?.position
  }
  return Map.groupBy(parts, ({ position }) => String(BigInt(position)))
}

const eventsAt = ({ log }: PackTools, positions: Iterable<string>): Promise<WholeEvent[]> =>
  forEach([...positions], async (position) => {
    const event = await log.at(position)
    if (!event) throw new Error(`The log has no event at ${position}`)
    return event
  })

/** The events about a file up to the moment, wherever it lay. */
export const eventsOfFile = async (order: PackOrder, tools: PackTools, id: string): Promise<WholeEvent[]> =>
  eventsAt(tools, (await partsOf(order, tools, 'files', id)).keys())

const isOfRecord = (part: SubjectPart): part is OwnPart => ownStreams.some((noun) => noun === part.resource)

/**
 * The events of the subject up to the moment, oldest first, and what decides which data are shown. Undefined while the
 * notary has not read so far.
 */
export const readEvents = async (order: PackOrder, tools: PackTools, around: readonly { id: string }[]) => {
  const { kind, id } = order.within
  const byPosition = await partsOf(order, tools, packNouns[kind], id)
  const newest = [...byPosition.keys()].slice(-1)
  if (tools.numbersOf(newest).size < newest.length) return undefined
  const own = new Map([[id, recordStream(packNouns[kind], id)]])
  const parts = [...byPosition.values()].flat().filter(isOfRecord)
  for (const part of parts) if (part.inside) own.set(part.id, recordStream(part.resource, part.id))
  // What is mentioned alone is called as before.
  const names = new Map<string, string>()
  for (const part of parts) {
    part.name = part.name || (names.get(part.id) ?? '')
    names.set(part.id, part.name)
  }
  const told = await eventsAt(tools, byPosition.keys())
  const isTold = tellable(own, around, told)
  const events = told.map((event): SubjectEvent => {
    // Its own record comes first, and then the subject.
    const rank = (part: OwnPart) => (event.stream.endsWith(part.id) ? 0 : part.id === id ? 1 : 2)
    const ofEvent = byPosition.get(event.position)?.filter((part) => isOfRecord(part) && own.has(part.id)) as OwnPart[]
    return { event, isTold: isTold(event), parts: ofEvent.sort((one, other) => rank(one) - rank(other)) }
  })
  return { events, isTold }
}
