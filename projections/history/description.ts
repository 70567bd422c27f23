import type { Recorded } from '#schemas/event.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, TeamId, VisitId } from '#schemas/ids.ts'
import type { Resource } from '#schemas/nouns.ts'
import type { HistoryChange, HistoryResource } from '#schemas/resources/history.ts'
import type { Sentence } from './sentence.ts'

/** The client, site and visit that a record belongs to. */
export type Ancestry = { clientId: ClientId | null; siteId: SiteId | null; visitId: VisitId | null }

/** A record as it was just before an event. `attributes` are its fields other than the name, as the events gave them. */
export type Snapshot = Ancestry & {
  teamId: TeamId | null
  name: string
  attributes: Readonly<Record<string, unknown>>
}

/** The active records below a record. */
export type Contents = Partial<Record<Resource, number>>

/** The state that a description may look up, just before the event. */
export type Lookup = {
  record: (resource: HistoryResource, id: string) => Snapshot | undefined
  contents: (resource: 'clients' | 'sites' | 'visits', id: string) => Contents
}

/** A person or an API token in sentences: the id, and the owner of the key that seals the name. */
export type PersonName = { id: string; name: string | null; of: string }

/** The history entry of one event, and the next snapshot of its record. */
export type Description = {
  resource: HistoryResource
  /** Of the record that the event is about. */
  id: string
  /** Key of the snapshot, when that is not the id. */
  key?: string
  /** The team whose history it belongs to; null: the platform's, which operators see (D-92). */
  teamId: TeamId | null
  /** Null: the event has no entry. */
  summary: Sentence | null
  /** The sentence for several such events of one command, with `count` for the number. */
  several?: Sentence
  /** An entry shows the events of its command with the highest weight: 1 accompanies, 2 was ordered, 3 sums up. */
  weight?: 1 | 2 | 3
  /** The command whose entry the event belongs to, when that is not its own. */
  command?: string | null
  changes?: readonly HistoryChange[]
  /** The changes of the snapshot. A change of client or site cascades to the records below. */
  snapshot?: Partial<Snapshot>
  /** The record is deleted, restored or purged, with everything below it. */
  lifecycle?: 'deleted' | 'restored' | 'purged'
  /** Other records whose own history shows the event. */
  also?: readonly { resource: HistoryResource; id: string }[]
  /** Further clients that the entry names: a reader who does not see all of them does not see the entry (D-57). */
  clients?: readonly (ClientId | null)[]
  names?: readonly PersonName[]
}

/** Describes each event of a noun; null for an event without an entry: an outcome of an earlier order, or nobody's change. */
export type DescriptionsOf<Event extends LedgerEvent> = {
  [Type in Event['type']]: ((event: Recorded<Extract<Event, { type: Type }>>, lookup: Lookup) => Description) | null
}

/** Stands for the name of a record that the history knows nothing about. */
export const nameless = 'without a name'
