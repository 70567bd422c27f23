import { apiTokens } from '#projections/directory/api-tokens.ts'
import { deletedTeams } from '#projections/directory/deleted-teams.ts'
import { directory } from '#projections/directory/directory.ts'
import { teams } from '#projections/directory/teams.ts'
import { setClock } from '#projections/engine/log-time.ts'
import { composed, composeHandlers } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type Keeping, withStates } from '#projections/engine/states.ts'
import { noting } from '#projections/facilities/changed-sites.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { oauthGrants } from '#projections/oauth/grants.ts'
import { oauth } from '#projections/oauth/oauth.ts'
import { personalTokens } from '#projections/oauth/personal-tokens.ts'
import { openImpersonations } from '#projections/sweeps/open-impersonations.ts'
import { personalFields } from '#schemas/events/personal.ts'
import { type EventType, eventTypes, payloadSchemas, type RecordedEvent } from '#schemas/events/registry.ts'

const thumbnail = ['thumbnail_state', 'thumbnail_hash', 'thumbnail_version'] as const

/** Today's picture of a record, while what it is made of is the same; else that of a record without one (D-121). */
const pictured = { columns: thumbnail, of: 'thumbnail_sent', otherwise: { thumbnail_state: "'none'" } }

/**
 * What is kept besides records: teams, members and their limits, and who acts for them: tokens, apps and operators; of a
 * deleted team, what its return needs.
 */
export const kept = composed([
  facilities,
  teams,
  deletedTeams,
  apiTokens,
  personalTokens,
  oauthGrants,
  openImpersonations,
])

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
  short: {
    act: 'bytes',
    added_by: 'bytes',
    deleted_by: 'bytes',
    hash: 'bytes',
    original_hash: 'bytes',
    record_id: 'bytes',
    thumbnail_sent: 'bytes',
    uploaded_by: 'bytes',
    sort_name: (row) => `lower(${row}.name)`,
    type: (row) => `${row}.mime_type`,
  },
  shownBy: { file_categories: 'site_id' },
  lists: [
    'clients_by_name',
    'documents_by_time',
    'entries_by_time',
    'files_by_content',
    'files_by_day',
    'files_by_expiry',
    'files_by_original',
    'files_by_time',
    'files_uncategorised',
    'own_values_in_order',
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
    'access_tokens',
    'impersonations_by_start',
  ],
}

const tick = (db: ReadDb, { position, metadata }: RecordedEvent) =>
  db.run(setClock, BigInt(position), Date.parse(metadata.at))

/** Every event moves the clock, before anything else. */
const ticking: Projection['handlers'] = Object.fromEntries(eventTypes.map((type: EventType) => [type, tick]))

/** Fields of an event that nothing of the past is told by: digests of secrets, and sealed text. */
const hiddenIn = (type: EventType): readonly string[] => {
  const { shape = {} } = payloadSchemas[type] as { shape?: object }
  const digests = Object.keys(shape).filter((field) => /digest$/i.test(field))
  return [...digests, ...(personalFields[type]?.fields ?? [])]
}

type Handler = (db: ReadDb, event: RecordedEvent) => unknown

/** Secrets open what lies in the present alone, and names are those of today: the id of the event stands for them. */
const withoutSecrets: Projection['handlers'] = Object.fromEntries(
  Object.entries(kept.handlers).map(([type, handler]) => {
    const hidden = hiddenIn(type as EventType)
    const handle: Handler = (db, { data, ...event }) => {
      const instead = Object.fromEntries(hidden.map((field) => [field, event.id]))
      return (handler as Handler)(db, { ...event, data: { ...data, ...instead } } as RecordedEvent)
    }
    return [type, hidden.length > 0 ? handle : handler]
  }),
)

/** Every state of the rows of what is kept, with the positions from which and until which it stood. */
export const past: Projection = {
  name: 'past',
  // Its last digit is that of how states are kept.
  version: 10 * (facilities.version + directory.version + oauth.version) + 5,
  tables: withStates(kept.tables.replace(noting, ''), keeping),
  handlers: composeHandlers([ticking, withoutSecrets]),
}
