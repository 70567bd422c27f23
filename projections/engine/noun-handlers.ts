import type { Recorded } from '#schemas/event.ts'
import { type EventType, type LedgerEvent, nounEvents } from '#schemas/events/registry.ts'
import type { SiteId, TeamId, TrashId } from '#schemas/ids.ts'
import { idDetail, nouns, type OwnStream, ownStreams, withInitial } from '#schemas/nouns.ts'
import type { Part, Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** An event by which a record goes to the trash, comes back, or is purged. */
export type Trashing = Recorded<Extract<LedgerEvent, { data: { trashId: TrashId; teamId: TeamId } }>>

type Handler = (db: ReadDb, event: Recorded<LedgerEvent>) => unknown

const handlersOf = (entries: readonly (readonly [string, Handler])[]): Projection['handlers'] =>
  Object.fromEntries(entries)

const idIn = (noun: OwnStream, data: object): string => (data as Record<string, string>)[idDetail(noun)] ?? ''

type TrashHandlers = {
  deleted: (db: ReadDb, noun: OwnStream, id: string, event: Trashing) => unknown
  restored: (db: ReadDb, noun: OwnStream, id: string, event: Trashing) => unknown
  purged: (db: ReadDb, noun: OwnStream, id: string) => unknown
}

/** Handlers of the trash for the records of every noun; a branch of categories is deleted and purged by another rule. */
export const trashHandlers = ({ deleted, restored, purged }: TrashHandlers): Projection['handlers'] =>
  handlersOf(
    ownStreams.flatMap((noun) => {
      const name = withInitial(nouns[noun].one)
      const handled =
        (handle: TrashHandlers['deleted']): Handler =>
        (db, event) =>
          handle(db, noun, idIn(noun, event.data), event as Trashing)
      return [
        [`${name}Deleted`, handled(deleted)],
        [`${name}Restored`, handled(restored)],
        [`${name}Purged`, handled(purged)],
      ] as const
    }),
  )

/** The place of an event's record. */
type Place = { clientId?: string; siteId?: SiteId; visitId?: string | null }

/** Handlers of every event that says in which client or site a record lies from now on. */
export const placeHandlers = (
  placed: (db: ReadDb, noun: OwnStream, id: string, place: Place) => unknown,
): Projection['handlers'] =>
  handlersOf(
    ownStreams.flatMap((noun) => {
      const { parent } = nouns[noun]
      const types = Object.entries(nounEvents[noun]) as [EventType, { shape: object }][]
      const placing = types.filter(([, { shape }]) => parent !== null && idDetail(parent) in shape)
      const handle: Handler = (db, { data }) => placed(db, noun, idIn(noun, data), data as Place)
      return placing.map(([type]) => [type, handle] as const)
    }),
  )

/** Composes handlers: an event type that several kinds handle is applied by each, in this order. */
export const composeHandlers = (kinds: readonly Projection['handlers'][]): Projection['handlers'] => {
  const types = new Set(kinds.flatMap((handlers) => Object.keys(handlers)))
  const handlersOf = (type: string) => kinds.flatMap((handlers) => (handlers as Record<string, Handler>)[type] ?? [])
  const joined = [...types].map((type): [string, Handler | undefined] => {
    const handlers = handlersOf(type)
    const each: Handler = (db, event) => {
      for (const handle of handlers) handle(db, event)
    }
    return [type, handlers.length === 1 ? handlers[0] : each]
  })
  return Object.fromEntries(joined)
}

/** The tables and handlers of several parts as those of one. */
export const composed = (parts: readonly Part[]): Part => ({
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
})
