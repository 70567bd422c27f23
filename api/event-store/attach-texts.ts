import type { Place } from '#schemas/event.ts'
import { payloadSchemas, type RecordedEvent } from '#schemas/events/registry.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import { fetchingAhead } from './fetching-keys.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { isOwnEvent } from './own-streams.ts'
import type { EventLog, ReadEvent } from './port.ts'
import type { PersonKeys } from './sealing.ts'

/** Reads a text of a team's content; undefined if it was purged. Throws if it cannot be read. */
export type TextOf = (teamId: TeamId, hash: ContentHash) => Promise<string | undefined>

/** Texts that are fetched at once. */
const atOnce = 50

type Need = { id: string; teamId: TeamId; hash: ContentHash }

/** The text that an event names. */
const textIn = (event: ReadEvent): Need[] => {
  if (event.type !== 'TextExtracted' || !isOwnEvent(event)) return []
  const { data } = payloadSchemas.TextExtracted.safeParse(event.data)
  return data?.content ? [{ id: event.id, teamId: data.teamId, hash: data.content.hash }] : []
}

/**
 * The log with extracted texts attached to their events, for the search read models: content is never in an event
 * (D-91), and a read model reads nothing but events. Texts are fetched ahead. An event whose content was purged comes
 * without its text; while texts cannot be read, a subscription that comes to one ends.
 */
export const openLedgerWithTexts = (log: EventLog, keys: PersonKeys, textOf: TextOf): Ledger => {
  const texts = new Map<string, string>()
  const fetch = async (needs: Need[]): Promise<void> => {
    for (let from = 0; from < needs.length; from += atOnce) {
      const some = needs.slice(from, from + atOnce)
      const found = await Promise.all(some.map(({ teamId, hash }) => textOf(teamId, hash)))
      for (const [at, { id }] of some.entries()) texts.set(id, found[at] ?? '')
    }
  }
  const { subscribe } = fetchingAhead(log, textIn, fetch)
  const ledger = openLedger({ ...log, subscribe }, keys)
  return {
    ...ledger,
    subscribe: (from, listener, types) => {
      const advance = (place: Place, event?: RecordedEvent) => {
        const attached = event && texts.get(event.id)
        if (event) texts.delete(event.id)
        listener.advance(place, event && attached ? { ...event, attached } : event)
      }
      return ledger.subscribe(from, { ...listener, advance }, types)
    },
  }
}
