import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import type { Ledger } from './ledger.ts'

/** A text of a team's content, or undefined where it is gone for ever. Throws where it cannot be read. */
export type TextOf = (teamId: TeamId, hash: ContentHash) => string | undefined

/**
 * The log with the texts that events speak of beside them, for read models that are searched: content is never in an
 * event (D-91), and a read model reads nothing but events. What was purged meanwhile is without its text.
 */
export const attachTexts = (ledger: Ledger, textOf: TextOf): Ledger => ({
  ...ledger,
  subscribe: (from, { event: recorded, ...listener }, types) =>
    ledger.subscribe(from, { ...listener, event: (event) => recorded(withText(event, textOf)) }, types),
})

const withText = (event: RecordedEvent, textOf: TextOf): RecordedEvent => {
  if (event.type !== 'TextExtracted' || event.data.content === null) return event
  const attached = textOf(event.data.teamId, event.data.content.hash)
  return attached === undefined ? event : { ...event, attached }
}
