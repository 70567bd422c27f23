import type { ReadDb } from '#projections/engine/read-db.ts'
import type { CategoryId, ClientId, FieldId, FileId, TeamId } from '#schemas/ids.ts'
import { type ArrangedKind, arrangedKinds, nouns } from '#schemas/nouns.ts'
import { scopeColumns, shownIn } from './scope-columns.ts'

/** An active record, with those right above it: a file has a site and may have a visit, a document neither. */
type PlacedRecord = {
  kind: ArrangedKind
  id: string
  name: string
  revision: string
  above: string | null
  visitId: string | null
}

/** The nouns with a list; what lies below others comes first. */
const fromBelow = arrangedKinds.toReversed()

export const sampleRecordQueries = (db: ReadDb) => ({
  /** Active records of a team below some clients, these clients, and those of `ids` wherever they lie; what lies below comes first. */
  placed: (teamId: TeamId, clientIds: readonly ClientId[], ids: readonly string[]): PlacedRecord[] =>
    fromBelow.flatMap((kind) => {
      const { parent } = nouns[kind]
      const above = parent === null ? 'NULL' : `${nouns[parent].one}_id`
      return db.all<PlacedRecord>(
        `SELECT '${kind}' AS kind, id, name, revision, ${above} AS above,
           ${kind === 'files' ? 'visit_id' : 'NULL'} AS visitId FROM ${kind}
         WHERE team_id = ? AND ${shownIn(kind)} AND (${scopeColumns(kind).client ?? 'NULL'} IN (SELECT value FROM json_each(?))
           OR id IN (SELECT value FROM json_each(?))) ORDER BY id`,
        teamId,
        JSON.stringify(clientIds),
        JSON.stringify(ids),
      )
    }),
  /** Which active files of a team have some categories. */
  labelled: (teamId: TeamId, categoryIds: readonly CategoryId[]) =>
    db.all<{ categoryId: CategoryId; fileId: FileId }>(
      `SELECT fc.category_id AS categoryId, fc.file_id AS fileId
       FROM file_categories fc JOIN files f ON f.id = fc.file_id AND f.team_id = ? AND f.hidden = 0
       WHERE fc.category_id IN (SELECT value FROM json_each(?))`,
      teamId,
      JSON.stringify(categoryIds),
    ),
  /** Which active records have values of some own fields. */
  valued: (fieldIds: readonly FieldId[]) =>
    db.all<{ fieldId: FieldId; id: string }>(
      `SELECT f.id AS fieldId, v.record_id AS id FROM fields f JOIN own_values v ON v.field = f.n AND v.hidden = 0
       WHERE f.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(fieldIds),
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
