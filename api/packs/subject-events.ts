import { recordStream } from '#api/event-store/streams.ts'
import type { WholeEvent } from '#api/event-store/whole-log.ts'
import { forEach } from '#api/sagas/each.ts'
import { comparePositions } from '#projections/engine/position.ts'
import type { SubjectPart } from '#projections/history/subject.ts'
import { type OwnStream, ownStreams } from '#schemas/nouns.ts'
import { packNouns } from '#schemas/records/pack.ts'
import { tellable } from './leaves.ts'
import type { PackOrder, PackTools } from './pack.ts'

/** What an event says about a record of the subject. */
export type OwnPart = SubjectPart & { resource: OwnStream }

/** An event, its entry in the history, what it says about the subject's records, and whether a pack shows its data. */
export type SubjectEvent = { event: WholeEvent; entry: string; parts: readonly OwnPart[]; isTold: boolean }

const aboutSubject = ({ team_id: teamId, within: { kind, id }, moment }: PackOrder) => ({
  teamId,
  resource: packNouns[kind],
  id,
  upTo: moment.position,
})

/** The position of the newest event of the subject up to the moment; null without any. */
export const newestOf = (order: PackOrder, { past }: PackTools): Promise<string | null> =>
  past.readModels.history.newestOf(aboutSubject(order))

const isPlace = (noun: OwnStream): boolean => Object.values(packNouns).some((each) => each === noun)
const isOfRecord = (part: SubjectPart): part is OwnPart => ownStreams.some((noun) => noun === part.resource)

/** What the history has told of an event: the entry that it is in, and what it says about records. */
type Told = { entry: string; parts: OwnPart[] }

/** What the history has told of the subject up to the moment, some events at a time, oldest first, by their positions. */
const pagesOfParts = async function* (order: PackOrder, { past, goOn }: PackTools) {
  // What is mentioned alone is called as before.
  const names = new Map<string, string>()
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const parts: SubjectPart[] = await past.readModels.history.partsOf(aboutSubject(order), after)
    goOn()
    after = parts.at(-1)?.position
    const page = new Map<string, Told>()
    for (const part of parts) {
      const told = page.get(part.position) ?? { entry: part.entry, parts: [] }
      page.set(part.position, told)
      if (!isOfRecord(part)) continue
      part.name = part.name || (names.get(part.id) ?? '')
      names.set(part.id, part.name)
      told.parts.push(part)
    }
    yield page
  }
}

const eventsAt = ({ proofs }: PackTools, positions: readonly string[]): Promise<WholeEvent[]> =>
  forEach(positions, async (position) => {
    const event = await proofs.eventAt(position)
    if (!event) throw new Error(`The log has no event at ${position}`)
    return event
  })

/** What is known of the events of a subject before they are read, which `eventsOf` does. */
export type SubjectOutline = {
  /** Positions, oldest first, of events of the subject. */
  positions: string[]
  /** The last of them in each entry of the history. */
  lastIn: ReadonlyMap<string, string>
  /** Streams of the subject's records, and of those that lay in it, by their ids; the first is its own. */
  own: ReadonlyMap<string, string>
  /** What those of them that others lie in were called by what is told, and what is around the subject. */
  names: ReadonlySet<string>
  isTold: (event: WholeEvent) => boolean
}

/** Finds the events of the subject up to the moment, and reads those that are about itself. */
export const readOutline = async (
  order: PackOrder,
  tools: PackTools,
  around: readonly { id: string; name: string }[],
): Promise<SubjectOutline> => {
  const { kind, id } = order.within
  const noun = packNouns[kind]
  const positions: string[] = []
  const lastIn = new Map<string, string>()
  const own = new Map([[id, recordStream(noun, id)]])
  const names = new Map<string, Set<string>>()
  const ofItself: string[] = []
  for await (const page of pagesOfParts(order, tools)) {
    for (const [position, { entry, parts }] of page) {
      positions.push(position)
      lastIn.set(entry, position)
      if (parts.some((part) => part.resource === noun && part.id === id)) ofItself.push(position)
      const isCounted = comparePositions(position, order.from) > 0
      for (const { resource, id, name, inside } of parts) {
        if (inside) own.set(id, recordStream(resource, id))
        if (isCounted && isPlace(resource)) names.set(id, (names.get(id) ?? new Set()).add(name))
      }
    }
  }
  const ofOwn = [...own.keys()].flatMap((id) => [...(names.get(id) ?? [])])
  return {
    positions,
    lastIn,
    own,
    names: new Set([...around.map(({ name }) => name), ...ofOwn]),
    isTold: tellable(own, around, await eventsAt(tools, ofItself)),
  }
}

/**
 * Reads events at some positions, in their order, some at a time; those of the subject with what they say about it.
 */
export const eventsOf = async function* (
  order: PackOrder,
  tools: PackTools,
  { own, isTold }: SubjectOutline,
  positions: readonly string[],
): AsyncGenerator<SubjectEvent[]> {
  const { id } = order.within
  let next = 0
  for await (const page of pagesOfParts(order, tools)) {
    const last = [...page.keys()].at(-1)
    const from = next
    while (next < positions.length && (last === undefined || comparePositions(positions[next] ?? '', last) <= 0))
      next += 1
    const events = await eventsAt(tools, positions.slice(from, next))
    yield events.map((event) => {
      // Its own record comes first, and then the subject.
      const rank = (part: OwnPart) => (event.stream.endsWith(part.id) ? 0 : part.id === id ? 1 : 2)
      const { entry = '', parts = [] } = page.get(event.position) ?? {}
      const ofOwn = parts.filter((part) => own.has(part.id)).sort((one, other) => rank(one) - rank(other))
      return { event, entry, isTold: isTold(event), parts: ofOwn }
    })
  }
}
