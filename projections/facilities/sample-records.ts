import type { ReadDb } from '#projections/engine/read-db.ts'
import type { CategoryId, ClientId, FileId, TeamId } from '#schemas/ids.ts'

/** An active record, with those right above it: a file has a site and may have a visit, a document neither. */
export type PlacedRecord = {
  kind: 'clients' | 'sites' | 'visits' | 'files' | 'documents'
  id: string
  name: string
  revision: string
  above: string | null
  visitId: string | null
}

/** Each kind with its columns for what is above it; what lies below others comes first. */
const kinds = [
  { kind: 'documents', above: 'NULL', visit: 'NULL', client: 'NULL', active: 'trash_id IS NULL' },
  { kind: 'files', above: 'site_id', visit: 'visit_id', client: 'client_id', active: 'hidden = 0' },
  { kind: 'visits', above: 'site_id', visit: 'NULL', client: 'client_id', active: 'hidden = 0' },
  { kind: 'sites', above: 'client_id', visit: 'NULL', client: 'client_id', active: 'hidden = 0' },
  { kind: 'clients', above: 'NULL', visit: 'NULL', client: 'id', active: 'trash_id IS NULL' },
] as const

export const sampleRecordQueries = (db: ReadDb) => ({
  /** Active records of a team below some clients, these clients, and those of `ids` wherever they lie; what lies below comes first. */
  placed: (teamId: TeamId, clientIds: readonly ClientId[], ids: readonly string[]): PlacedRecord[] =>
    kinds.flatMap(({ kind, above, visit, client, active }) =>
      db.all<PlacedRecord>(
        `SELECT '${kind}' AS kind, id, name, revision, ${above} AS above, ${visit} AS visitId FROM ${kind}
         WHERE team_id = ? AND ${active}
           AND (${client} IN (SELECT value FROM json_each(?)) OR id IN (SELECT value FROM json_each(?))) ORDER BY id`,
        ...[teamId, JSON.stringify(clientIds), JSON.stringify(ids)],
      ),
    ),
  /** Which active files of a team have some categories. */
  labelled: (teamId: TeamId, categoryIds: readonly CategoryId[]) =>
    db.all<{ categoryId: CategoryId; fileId: FileId }>(
      `SELECT fc.category_id AS categoryId, fc.file_id AS fileId
       FROM file_categories fc JOIN files f ON f.id = fc.file_id AND f.team_id = ? AND f.hidden = 0
       WHERE fc.category_id IN (SELECT value FROM json_each(?))`,
      ...[teamId, JSON.stringify(categoryIds)],
    ),
  /** Whether a team has no client, document or category; what lies in its trash does not count. */
  isEmpty: (teamId: TeamId): boolean =>
    db.one(
      ['clients', 'documents', 'categories']
        .map((table) => `SELECT 1 FROM ${table} WHERE team_id = ?1 AND trash_id IS NULL`)
        .join(' UNION ALL ')
        .concat(' LIMIT 1 + 0'),
      teamId,
    ) === undefined,
})
export type SampleRecordQueries = ReturnType<typeof sampleRecordQueries>
