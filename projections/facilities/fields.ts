import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import { type FieldDetails, fieldDetails } from '#schemas/details/field.ts'
import type { FieldId, TeamId } from '#schemas/ids.ts'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import { numberOf } from './own-values.ts'

const detailsOf = (data: FieldDetails) => {
  const { options, required, listed, ...texts } = fieldDetails.of(data)
  return { ...texts, options: JSON.stringify(options), required: Number(required), listed: Number(listed) }
}

/** Behind all other fields of the team, of whichever noun; the same when it is worked out once more. */
const lastPlace = (db: ReadDb, { teamId, fieldId }: { teamId: TeamId; fieldId: FieldId }): number => {
  const others = 'SELECT coalesce(max(place), 0) + 1 AS place FROM fields WHERE team_id = ? AND id <> ?'
  return db.one<{ place: number }>(others, teamId, fieldId)?.place ?? 1
}

const nextNumber = (db: ReadDb): number =>
  db.one<{ n: number }>('SELECT coalesce(max(n), 0) + 1 AS n FROM fields')?.n ?? 1

/** The own fields that teams have named, in the order of `place`; a removed one stays, since it may come back. */
export const fields: Part = {
  tables: `
    CREATE TABLE fields (
      id TEXT PRIMARY KEY, n INTEGER NOT NULL UNIQUE, team_id TEXT NOT NULL, noun TEXT NOT NULL, place INTEGER NOT NULL,
      name TEXT NOT NULL, kind TEXT NOT NULL, options TEXT NOT NULL, required INTEGER NOT NULL, listed INTEGER NOT NULL,
      help TEXT, removed_at TEXT, revision TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX fields_of_team ON fields (team_id, noun, place);
  `,
  handlers: {
    FieldAdded: (db, { data, revision }) =>
      insert(db, 'fields', {
        id: data.fieldId,
        n: nextNumber(db),
        team_id: data.teamId,
        noun: data.of,
        place: lastPlace(db, data),
        ...detailsOf(data),
        revision: String(revision),
      }),
    FieldChanged: (db, { data, revision }) =>
      update(db, 'fields', data.fieldId, { ...detailsOf(data), revision: String(revision) }),
    FieldRemoved: (db, { data, revision }) =>
      update(db, 'fields', data.fieldId, { removed_at: data.removedAt, revision: String(revision) }),
    FieldRestored: (db, { data, revision }) => {
      const place = lastPlace(db, data)
      update(db, 'fields', data.fieldId, { removed_at: null, place, revision: String(revision) })
    },
    FieldsArranged: (db, { data: { fieldIds } }) => {
      for (const [place, id] of fieldIds.entries()) update(db, 'fields', id, { place })
    },
    TeamPurged: (db, { data: { teamId } }) => {
      // Another field may get the number of one that is gone.
      db.run('DELETE FROM own_values WHERE field IN (SELECT n FROM fields WHERE team_id = ?)', teamId)
      db.run('DELETE FROM fields WHERE team_id = ?', teamId)
    },
  },
}

export type FieldRow = FieldDetails & { id: FieldId; of: FieldNoun; removed_at: string | null; revision: string }

type Stored = Omit<FieldRow, 'options' | 'required' | 'listed'> & { options: string; required: number; listed: number }

const rowOf = ({ options, required, listed, ...row }: Stored): FieldRow => ({
  ...row,
  options: JSON.parse(options),
  required: required === 1,
  listed: listed === 1,
})

export const fieldQueries = (db: ReadDb) => {
  const read = (teamId: TeamId, where: string): FieldRow[] =>
    db
      .all<Stored>(
        `SELECT id, noun AS "of", name, kind, options, required, listed, help, removed_at, revision FROM fields
         WHERE team_id = ? AND ${where} ORDER BY noun, place`,
        teamId,
      )
      .map(rowOf)
  return {
    /** The fields of a team, those of each noun in order. */
    of: (teamId: TeamId, noun?: FieldNoun): FieldRow[] =>
      read(teamId, 'removed_at IS NULL').filter((field) => noun === undefined || field.of === noun),
    /** How many records, also of the trash, have each option of a choice, by its id. */
    uses: (id: FieldId): Map<string, number> => {
      const uses = `SELECT value, count(*) AS total FROM own_values WHERE field = ${numberOf} AND hidden IN (0, 1) GROUP BY value`
      return new Map(db.all<{ value: string; total: number }>(uses, id).map(({ value, total }) => [value, total]))
    },
    /** Those that were removed, also long ago. */
    removed: (teamId: TeamId): FieldRow[] => read(teamId, 'removed_at IS NOT NULL'),
  }
}
