import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

type Handler = (db: ReadDb, event: RecordedEvent) => void

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
