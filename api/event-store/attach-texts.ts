import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import type { Ledger } from './ledger.ts'

/** Reads a text of a team's content; undefined if it was purged. Throws if it cannot be read. */
export type TextOf = (teamId: TeamId, hash: ContentHash) => string | undefined

/**
 * The log with extracted texts attached to their events, for the search read models: content is never in an event
 * (D-91), and a read model reads nothing but events. An event whose content was purged comes without its text.
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
