import { fold } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { TeamId } from '#schemas/ids.ts'
import {
  type FieldKind,
  type FieldNoun,
  fieldNouns,
  isFieldNoun,
  type OwnValues,
} from '#schemas/records/field-kinds.ts'

type Values = Record<string, string>

/** Details of a record whose own fields are those that have a value. */
export type WithValues<Details> = Omit<Details, 'fields'> & { fields: Values }

/** A record's own values stand in its row, and here once more, one row a value, for lists that they narrow or sort. */
const triggersOf = (noun: FieldNoun): string => {
  const column = noun === 'clients' ? 'trash_id' : 'hidden'
  const hidden = (row: 'OLD' | 'NEW') => (noun === 'clients' ? `(${row}.trash_id IS NOT NULL)` : `${row}.hidden`)
  return `
    CREATE TRIGGER ${noun}_values_hidden AFTER UPDATE OF ${column} ON ${noun}
      WHEN NEW.fields IS NOT NULL AND ${hidden('OLD')} <> ${hidden('NEW')} BEGIN
      UPDATE own_values SET hidden = ${hidden('NEW')} WHERE record_id = NEW.id;
    END;
    CREATE TRIGGER ${noun}_values_gone AFTER DELETE ON ${noun} WHEN OLD.fields IS NOT NULL BEGIN
      DELETE FROM own_values WHERE record_id = OLD.id;
    END;
  `
}

/**
 * Values as lists compare them: `value` is a text that sorts like the value, and holds its words. `field` is the number of
 * the field: a list that is narrowed compares it with that of each value, and ids would take half as long again.
 */
export const ownValues: Part = {
  tables: `
    CREATE TABLE own_values (
      record_id TEXT NOT NULL, field INTEGER NOT NULL, value TEXT NOT NULL, hidden INTEGER NOT NULL,
      PRIMARY KEY (record_id, field)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX own_values_in_order ON own_values (field, hidden, value, record_id);
    ${fieldNouns.map(triggersOf).join('')}
  `,
  handlers: {},
}

/** The number of a field, by its id. */
export const numberOf = '(SELECT n FROM fields WHERE id = ?)'

/** A decimal as a text that sorts like it: of a negative one the digits count down, and a longer one comes first. */
const decimalKey = (decimal: string): string => {
  const [whole = '', part] = decimal.replace('-', '').split('.')
  const digits = `${whole.padStart(15, '0')}${part === undefined ? '' : `.${part}`}`
  if (!decimal.startsWith('-')) return `1${digits}`
  return `0${digits.replace(/\d/g, (digit) => String(9 - Number(digit)))}~`
}

/** The longest part of a value that a list compares, in characters. */
const longestKey = 2000

/** A value as lists compare it. */
export const keyOf = (kind: FieldKind, value: string): string => {
  if (kind === 'number') return decimalKey(value)
  return kind === 'date' || kind === 'choice' ? value : fold(value).slice(0, longestKey)
}

/** Writes the values that an event gives a record; null takes one away. */
export const writeValues = (db: ReadDb, noun: FieldNoun, id: string, change: OwnValues): void => {
  const values = Object.entries(change)
  if (values.length === 0) return
  const isHidden = noun === 'clients' ? 'trash_id IS NOT NULL' : 'hidden'
  const row = db.one<{ hidden: number }>(`SELECT ${isHidden} AS hidden FROM ${noun} WHERE id = ?`, id)
  if (!row) return
  db.run(
    `UPDATE ${noun} SET fields = nullif(json_patch(coalesce(fields, '{}'), ?), '{}') WHERE id = ?`,
    JSON.stringify(change),
    id,
  )
  for (const [fieldId, value] of values) {
    const field = db.one<{ n: number; kind: FieldKind }>('SELECT n, kind FROM fields WHERE id = ?', fieldId)
    if (!field) continue
    if (value === null) db.run('DELETE FROM own_values WHERE record_id = ? AND field = ?', id, field.n)
    else {
      db.run(
        `INSERT INTO own_values (record_id, field, value, hidden) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET value = excluded.value`,
        id,
        field.n,
        keyOf(field.kind, value),
        row.hidden,
      )
    }
  }
}

/** The rows of a noun with their values as they are read; a removed field has none until it comes back. */
export const withValues = <Row extends object>(db: ReadDb, noun: string, teamId: TeamId, rows: Row[]): Row[] => {
  if (!isFieldNoun(noun)) return rows
  const removed = db.all<{ id: string }>(
    'SELECT id FROM fields WHERE team_id = ? AND noun = ? AND removed_at IS NOT NULL',
    teamId,
    noun,
  )
  for (const row of rows as { fields: string | null | Values }[]) {
    const values: Values = typeof row.fields === 'string' ? JSON.parse(row.fields) : {}
    for (const { id } of removed) delete values[id]
    row.fields = values
  }
  return rows
}
