import type { Place } from '#schemas/event.ts'
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
  subscribe: (from, listener, types) => {
    const advance = (place: Place, event?: RecordedEvent) => {
      const content = event?.type === 'TextExtracted' && event.data.content
      const attached = content ? textOf(event.data.teamId, content.hash) : undefined
      listener.advance(place, event && attached !== undefined ? { ...event, attached } : event)
    }
    return ledger.subscribe(from, { ...listener, advance }, types)
  },
})
