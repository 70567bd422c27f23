import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type OwnValues, searchedKinds } from '#schemas/records/field-kinds.ts'
import { reindexOne } from './changes.ts'
import { searchable } from './items.ts'

type Options = readonly { id: string; name: string }[]

/** What a record holds of own fields that are found, as JSON by their ids, and the text that it is found by. */
type Own = { values: string; own: string }

/** What a record holds after a change; a choice is found by the name of its option, and a removed field not at all. */
export const ownAfter = (db: ReadDb, before: string, change: OwnValues): Own => {
  const values: Record<string, string> = {}
  const words: string[] = []
  for (const [id, value] of Object.entries<string | null>({ ...JSON.parse(before), ...change })) {
    const field = db.one<{ options: string; removed: number }>(
      'SELECT options, removed FROM own_fields WHERE id = ?',
      id,
    )
    if (!field || value === null) continue
    values[id] = value
    const chosen = (JSON.parse(field.options) as Options).find((option) => option.id === value)
    if (!field.removed) words.push(chosen?.name ?? value)
  }
  return { values: JSON.stringify(values), own: searchable(words.join(' ')) }
}

/** Notes a change of values; answers whether the record is found by other words now. */
const note = (db: ReadDb, id: string, change: OwnValues): boolean => {
  const before = db.one<Own>('SELECT own_values AS "values", own FROM items WHERE id = ?', id)
  if (!before) return false
  const { values, own } = ownAfter(db, before.values, change)
  db.run('UPDATE items SET own_values = ?, own = ? WHERE id = ?', values, own, id)
  return own !== before.own
}

/** Notes what an event says of values; answers whether the record is found by other words now. */
export const setValues = (db: ReadDb, id: string, change: OwnValues): boolean =>
  Object.keys(change).length > 0 && note(db, id, change)

/** Finds the records of a field by what it is now. */
const reread = (db: ReadDb, fieldId: string): void => {
  const holders = db.all<{ id: string }>(
    `SELECT i.id FROM own_fields f JOIN items i ON i.team_id = f.team_id
     WHERE f.id = ? AND json_extract(i.own_values, ?) IS NOT NULL`,
    fieldId,
    `$."${fieldId}"`,
  )
  for (const { id } of holders) if (note(db, id, {})) reindexOne(db, id)
}

const setRemoved = (db: ReadDb, fieldId: string, removed: 0 | 1): void => {
  if (db.run('UPDATE own_fields SET removed = ? WHERE id = ?', removed, fieldId)) reread(db, fieldId)
}

/** The own fields of the kinds by whose values records are found. */
export const ownFields: Part = {
  tables: `
    CREATE TABLE own_fields (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, options TEXT NOT NULL, removed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    FieldAdded: (db, { data: { fieldId, teamId, kind, options } }) => {
      if (!searchedKinds.includes(kind)) return
      const sql = 'INSERT INTO own_fields (id, team_id, options, removed) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING'
      db.run(sql, fieldId, teamId, JSON.stringify(options))
    },
    FieldChanged: (db, { data: { fieldId, options } }) => {
      const now = JSON.stringify(options)
      if (db.run('UPDATE own_fields SET options = ? WHERE id = ? AND options <> ?', now, fieldId, now)) {
        reread(db, fieldId)
      }
    },
    FieldRemoved: (db, { data }) => setRemoved(db, data.fieldId, 1),
    FieldRestored: (db, { data }) => setRemoved(db, data.fieldId, 0),
  },
}
