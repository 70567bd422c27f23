import { deletedTeams } from '#projections/directory/deleted-teams.ts'
import { directory } from '#projections/directory/directory.ts'
import { teams } from '#projections/directory/teams.ts'
import { composed, composeHandlers } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type Keeping, setClock, withStates } from '#projections/engine/states.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { type EventType, eventTypes, type RecordedEvent } from '#schemas/events/registry.ts'

const thumbnail = ['thumbnail_state', 'thumbnail_hash', 'thumbnail_version'] as const

/** Today's picture of a record, while what it is made of is the same; else that of a record without one (D-121). */
const pictured = { columns: thumbnail, of: 'thumbnail_sent', otherwise: { thumbnail_state: "'none'" } }

/** What is kept of the directory: teams, members and their limits; of a deleted team, what its return needs. */
export const kept = composed([facilities, teams, deletedTeams])

export const keeping: Keeping = {
  counters: {
    clients: ['site_count'],
    clients_totals: ['total'],
    sites: ['visit_count', 'file_count'],
    sites_totals: ['total'],
    visits: ['file_count'],
    visits_totals: ['total'],
    files_totals: ['total'],
  },
  quiet: {
    clients: pictured,
    sites: pictured,
    files: { columns: thumbnail, of: 'hash', otherwise: { thumbnail_state: "'failed'" } },
  },
  lists: [
    'clients_by_name',
    'documents_by_time',
    'files_by_content',
    'files_by_day',
    'files_by_original',
    'files_by_time',
    'files_uncategorised',
    'sites_by_name',
    'sites_without_files',
    'visits_by_date',
    'visits_by_end',
  ],
  without: [
    'projection_changes',
    'files_by_content',
    'files_by_original',
    'sites_without_files',
    'entries_by_act',
    'chosen',
    'deleted_teams',
    'deleted_members',
  ],
}

const tick = (db: ReadDb, { position, metadata }: RecordedEvent) =>
  db.run(setClock, Date.parse(metadata.at), BigInt(position))

/** Every event moves the clock, before anything else. */
const ticking: Projection['handlers'] = Object.fromEntries(eventTypes.map((type: EventType) => [type, tick]))

/** The secret of a link opens what lies in the present alone. */
const withoutSecret: Projection['handlers'] = {
  ...kept.handlers,
  ShareCreated: (db, event) =>
    kept.handlers.ShareCreated?.(db, { ...event, data: { ...event.data, digest: event.data.shareId } }),
}

/** Every state of the rows of `facilities`, of teams and of members, with the positions from which and until which it stood. */
export const past: Projection = {
  name: 'past',
  // Its last digit is that of how states are kept.
  version: 10 * (facilities.version + directory.version) + 1,
  tables: withStates(kept.tables, keeping),
  handlers: composeHandlers([ticking, withoutSecret]),
}
