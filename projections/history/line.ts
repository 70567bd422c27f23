import type { Recorded } from '#schemas/event.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, TeamId, VisitId } from '#schemas/ids.ts'
import type { HistoryChange, HistoryResource } from '#schemas/resources/history.ts'
import type { Sentence } from './told.ts'

/** Where a record lies, as far as it lies anywhere. */
export type Place = { clientId: ClientId | null; siteId: SiteId | null; visitId: VisitId | null }

/** What the history knows of a record as it was just before an event. `facts` are its other fields, as the events gave them. */
export type Remembered = Place & {
  teamId: TeamId | null
  name: string
  facts: Readonly<Record<string, unknown>>
}

/** What is below a record and not in the trash. */
export type Contents = { sites: number; visits: number; files: number }

/** What a describer may ask. */
export type Known = {
  record: (resource: HistoryResource, id: string) => Remembered | undefined
  contents: (resource: 'clients' | 'sites' | 'visits', id: string) => Contents
}

/** A name that somebody is called by in sentences: under which id, and whose key seals it. */
export type PersonName = { id: string; name: string | null; of: string }

/** How one event reads in the history, and what the history has to remember of it. */
export type Line = {
  resource: HistoryResource
  /** Of the record that it is about. */
  id: string
  /** What it is remembered under, where that is not its id. */
  key?: string
  /** Whose history it is in; null: the platform's, which operators see (D-92). */
  teamId: TeamId | null
  /** Null: nothing is told here, only remembered. */
  summary: Sentence | null
  /** How several such events of one command are told, with `count` where the number goes. */
  several?: Sentence
  /** Of one command's events the weightiest are told: 1 goes with something, 2 is what was ordered, 3 sums it up. */
  weight?: 1 | 2 | 3
  /** The command whose entry it goes with, where that is not its own. */
  command?: string | null
  changes?: readonly HistoryChange[]
  /** What the record is from now on; it takes what lies below it with it to another client or site. */
  now?: Partial<Remembered>
  /** Whether it is put into the trash, comes back, or is gone for good, with all below it. */
  fate?: 'deleted' | 'restored' | 'purged'
  /** Other records in whose own history it appears. */
  also?: readonly { resource: HistoryResource; id: string }[]
  /** Clients that it names besides: whoever does not see one of them does not see the entry (D-57). */
  clients?: readonly (ClientId | null)[]
  names?: readonly PersonName[]
}

/**
 * How each event of a noun reads; null for one that is no entry of its own: an outcome of what was ordered before,
 * or nobody's change.
 */
export type LinesOf<Event extends LedgerEvent> = {
  [Type in Event['type']]: ((event: Recorded<Extract<Event, { type: Type }>>, known: Known) => Line) | null
}

/** The fields whose text differs; undefined means that it is not known how it was. */
export const changesIn = (fields: Record<string, readonly [from: string | null | undefined, to: string | null]>) =>
  Object.entries(fields).flatMap(([field, [from = null, to]]): HistoryChange[] =>
    from === to ? [] : [{ field, from, to }],
  )

/** A record without a name any more, because nothing of it was known. */
export const nameless = 'without a name'
