import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { OptionId } from '#schemas/ids.ts'
import { type OwnValues, searchedKinds } from '#schemas/records/field-kinds.ts'
import { reindexOne } from './changes.ts'
import { searchable } from './items.ts'

/** The values of the kinds that are found. */
const ownValueTables = `
  CREATE TABLE own_fields (id TEXT PRIMARY KEY, options TEXT NOT NULL, removed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE item_values (
    item_id TEXT NOT NULL, field_id TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (item_id, field_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_of_field ON item_values (field_id);
  CREATE TRIGGER item_values_gone AFTER DELETE ON items BEGIN DELETE FROM item_values WHERE item_id = OLD.id; END;
`

type Options = readonly { id: OptionId; name: string }[]

/** Notes values that an event gives a record; answers all by which it is found, a choice by the name of its option. */
export const ownTextOf = (db: ReadDb, id: string, change: OwnValues): string => {
  for (const [fieldId, value] of Object.entries(change)) {
    if (value === null) db.run('DELETE FROM item_values WHERE item_id = ? AND field_id = ?', id, fieldId)
    else {
      db.run(
        `INSERT INTO item_values (item_id, field_id, value) SELECT ?, id, ? FROM own_fields WHERE id = ?
         ON CONFLICT DO UPDATE SET value = excluded.value`,
        id,
        value,
        fieldId,
      )
    }
  }
  const held = db.all<{ value: string; options: string }>(
    `SELECT v.value, f.options FROM item_values v JOIN own_fields f ON f.id = v.field_id
     WHERE v.item_id = ? AND f.removed = 0 ORDER BY v.field_id`,
    id,
  )
  const words = held.map(({ value, options }) => {
    const chosen = (JSON.parse(options) as Options).find((option) => option.id === value)
    return chosen?.name ?? value
  })
  return searchable(words.join(' '))
}

/** Notes values of a record that is there; answers whether it is found by other words now. */
export const setValues = (db: ReadDb, id: string, change: OwnValues): boolean => {
  const own = ownTextOf(db, id, change)
  return db.run('UPDATE items SET own = ? WHERE id = ? AND own <> ?', own, id, own) > 0
}

/** Finds the records of a field by what it is now. */
const reread = (db: ReadDb, fieldId: string): void => {
  for (const { id } of db.all<{ id: string }>('SELECT item_id AS id FROM item_values WHERE field_id = ?', fieldId)) {
    if (setValues(db, id, {})) reindexOne(db, id)
  }
}

const setRemoved = (db: ReadDb, fieldId: string, removed: 0 | 1): void => {
  if (db.run('UPDATE own_fields SET removed = ? WHERE id = ?', removed, fieldId)) reread(db, fieldId)
}

/** Own fields, by whose values records are found. */
export const ownValues: Part = {
  tables: ownValueTables,
  handlers: {
    FieldAdded: (db, { data: { fieldId, kind, options } }) => {
      if (!searchedKinds.includes(kind)) return
      const sql = 'INSERT INTO own_fields (id, options, removed) VALUES (?, ?, 0) ON CONFLICT DO NOTHING'
      db.run(sql, fieldId, JSON.stringify(options))
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
