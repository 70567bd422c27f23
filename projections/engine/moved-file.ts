import { backup, DatabaseSync } from 'node:sqlite'
import type { Place } from '#schemas/event.ts'
import { positionOf, setPlace, wrap } from './read-db.ts'
import { lockTimeout } from './read-file.ts'
import { forever } from './states.ts'

/**
 * The columns that hold positions of events: those of these names, in whatever table. They are numbers, or texts of 20
 * digits (tests/projections/moved-file.test.ts looks at all tables).
 */
const positionColumns = ['position', 'entry', 'stood_from', 'stood_until']

/** A log as it lies at another place: the same events in the same order, at other positions (D-112). */
export type OtherPlaces = {
  /** The place there that holds as much; undefined for a place that this log does not have. */
  placeOf: (place: Place) => Promise<Place | undefined>
  /** The position there of an event. Throws where there is no event at the position. */
  positionOf: (position: number) => number
}

/** Copies the file of a read model as of one moment, while others may write to it. */
export const copyReadModel = async (file: string, to: string): Promise<void> => {
  const live = new DatabaseSync(file, { readOnly: true, timeout: lockTimeout })
  try {
    // In one step: a copy in several would begin anew with each write.
    await backup(live, to, { rate: 2 ** 30 })
  } finally {
    live.close()
  }
}

type Column = { name: string; type: string }

const columnsByTable = (db: DatabaseSync): Map<string, Column[]> => {
  const rows = db
    .prepare(
      `SELECT t.name AS "table", c.name, c.type FROM pragma_table_list t JOIN pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name <> 'projection'
         AND c.name IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(positionColumns)) as (Column & { table: string })[]
  return Map.groupBy(rows, ({ table }) => table) as Map<string, Column[]>
}

/** Sets columns in two steps: a row may come to where another still is, and is negative meanwhile. */
const movePositions = (db: DatabaseSync, table: string, columns: readonly Column[]): void => {
  const away = columns.map(({ name, type }) =>
    type === 'TEXT' ? `${name} = printf('-%020d', moved(${name}))` : `${name} = -moved(${name})`,
  )
  const back = columns.map(({ name, type }) =>
    type === 'TEXT' ? `${name} = substr(${name}, 2)` : `${name} = -${name}`,
  )
  for (const steps of [away, back]) db.exec(`UPDATE "${table}" SET ${steps.join(', ')}`)
}

/**
 * Makes the copy of a read model's file one of the log at another place: its own place and the positions in its rows are
 * those of there. False for a file that is not at a place of this log; it is of no use then, also after an error.
 */
export const moveReadModel = async (
  file: string,
  { placeOf, positionOf: movedPosition }: OtherPlaces,
): Promise<boolean> => {
  const db = new DatabaseSync(file, { timeout: lockTimeout })
  const rows = wrap(db)
  try {
    const position = positionOf(rows)
    const id = rows.one<{ event_id: string | null }>('SELECT event_id FROM projection')?.event_id
    const place = position === null || !id ? undefined : await placeOf({ position, id })
    if (!place) return false
    db.function('moved', (at) => BigInt(at === forever ? forever : movedPosition(Number(at))))
    // Nobody reads it before it is whole; what erasures blank later must not lie in pages that became free here.
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON; BEGIN')
    for (const [table, columns] of columnsByTable(db)) movePositions(db, table, columns)
    setPlace(rows, place)
    db.exec('COMMIT')
    return true
  } finally {
    db.close()
  }
}
