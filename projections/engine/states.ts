import { DatabaseSync } from 'node:sqlite'
import { clock, now } from './log-time.ts'
import type { ReadDb } from './read-db.ts'

/** Columns that come later than the fact they belong to, such as those of a thumbnail: they make no state of a row. */
type Quiet = {
  columns: readonly string[]
  /** The column that they belong to: a state shows what the row has of them today while this is the same. */
  of: string
  /** What a state shows of them otherwise, in SQL; null by default. */
  otherwise?: Readonly<Record<string, string>>
}

/** How the rows of some tables are kept; the columns of all others, and of these all others, make states. */
export type Keeping = {
  /** Numbers of records in a row, which would make a state of it whenever one is added. */
  counters: Readonly<Record<string, readonly string[]>>
  quiet: Readonly<Record<string, Quiet>>
  /**
   * Columns that states have in a shorter form where no index needs them: ids and digests as bytes, and what mostly is as
   * other columns tell, in SQL, only where it is not.
   */
  short: Readonly<Record<string, 'bytes' | ((row: string) => string)>>
  /** A column without which no query shows a row: then it has no state. */
  shownBy: Readonly<Record<string, string>>
  /** Tables and indices that nobody asks for at a moment. */
  without: readonly string[]
  /** Indices of lists alone: states are read by them, and handlers find no present row by them. */
  lists: readonly string[]
}

/** The position until which a present state stands: beyond any log, and exact as a number. */
export const forever = Number.MAX_SAFE_INTEGER

type Column = { name: string; type: string; pk: number }
type Table = {
  name: string
  columns: readonly Column[]
  indices: readonly { name: string; sql: string }[]
  /** The columns that are in its key or an index. */
  indexed: ReadonlySet<string>
}

/** The tables of a definition that are kept, with the indices by which they are read. */
const tablesIn = (definition: string, { without }: Keeping): Table[] => {
  const db = new DatabaseSync(':memory:')
  db.exec(definition)
  const of = (type: 'table' | 'index') =>
    db.prepare('SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL').all(type) as {
      name: string
      tbl_name: string
      sql: string
    }[]
  const indices = of('index').filter(({ name }) => !without.includes(name))
  const tables = of('table').filter(({ name }) => !without.includes(name))
  const known = tables.map(({ name }) => {
    const columns = db.prepare(`PRAGMA table_info(${name})`).all() as Column[]
    const own = indices.filter(({ tbl_name }) => tbl_name === name)
    const ofIndex = own.flatMap((index) => db.prepare(`PRAGMA index_info(${index.name})`).all() as Column[])
    const indexed = new Set([...columns.filter(({ pk }) => pk > 0), ...ofIndex].map((column) => column.name))
    return { name, columns, indices: own, indexed }
  })
  db.close()
  return known
}

/** The columns of a table whose changes make a state. */
const statesOf = ({ name, columns }: Table, { counters, quiet }: Keeping): Column[] => {
  const others = [...(counters[name] ?? []), ...(quiet[name]?.columns ?? [])]
  return columns.filter((column) => !others.includes(column.name))
}

const listed = (columns: readonly Column[], row = ''): string => columns.map(({ name }) => `${row}${name}`).join(', ')

/** The bytes of an id or a digest, which are half as many as its digits, and its text again. */
const packed = (text: string): string => `unhex(${text}, '-')`
const unpacked = (bytes: string): string => {
  const groups = ['1, 4', '5, 2', '7, 2', '9, 2', '11, 6'].map((part) => `hex(substr(${bytes}, ${part}))`)
  return `lower(iif(length(${bytes}) = 16, ${groups.join(" || '-' || ")}, nullif(hex(${bytes}), '')))`
}

const shortOf = ({ indexed }: Table, column: string, { short }: Keeping) =>
  indexed.has(column) ? undefined : short[column]

/** A column of a row as states have it. */
const keptAs = (table: Table, column: string, row: string, keeping: Keeping): string => {
  const short = shortOf(table, column, keeping)
  const whole = `${row}.${column}`
  return short === 'bytes' ? packed(whole) : short ? `nullif(${whole}, ${short(row)})` : whole
}

const keyOf = ({ columns }: Table): Column[] => columns.filter(({ pk }) => pk > 0)

/**
 * The index of states that serves what an index of rows does. That of all a team has tells where each stood, so that the
 * others are passed over unread; moments are in order without the ids after them, and what went with a visit or a client
 * is found by its site.
 */
const then = ({ name, sql }: Table['indices'][number], table: string): string =>
  `${sql.replace(name, `${name}_then`).replace(` ON ${table} `, ` ON ${table}_states `)};`
    .replace(/(?<=team_id, created_at, )id\)|client_id, site_id\)/, 'stood_until, stood_from)')
    .replace(/(?<=(?:created|deleted)_at), (?:trash_)?id\)/, ')')
    .replace(/(?<=files_states \((?:client|visit)_id, created_at\))/, ' WHERE hidden = 0')

/** Triggers and tables that keep the states of one table, whichever handler changes its rows. */
const keep = (table: Table, keeping: Keeping): string => {
  const { name, indices } = table
  const columns = statesOf(table, keeping)
  const key = keyOf(table)
  const at = key.map((column) => `${column.name} = OLD.${column.name}`).join(' AND ')
  const shownBy = keeping.shownBy[name]
  const end = `
      UPDATE ${name}_states SET stood_until = ${now} WHERE ${at} AND stood_until = ${forever} AND stood_from < ${now};`
  const gone = `${end}
      DELETE FROM ${name}_states WHERE ${at} AND stood_until = ${forever};`
  // What one event changes twice has one state from there, in its place: pages that lose rows are left a fifth empty.
  const begin = `
      INSERT INTO ${name}_states SELECT ${columns.map((column) => keptAs(table, column.name, 'NEW', keeping)).join(', ')},
        ${now}, ${forever} WHERE ${shownBy ? `NEW.${shownBy} IS NOT NULL` : 'TRUE'}
        ON CONFLICT DO UPDATE SET (${listed(columns)}) = (${listed(columns, 'excluded.')});`
  /** What a counter had from a position on, by the key of its row; 0 before the first. */
  const count = (counter: string) => {
    const noted = `INSERT OR REPLACE INTO ${name}_${counter}s VALUES (${packed(`NEW.${key[0]?.name}`)}, ${now}, NEW.${counter});`
    return `
    CREATE TABLE ${name}_${counter}s (
      id BLOB NOT NULL, stood_from INTEGER NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (id, stood_from)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER ${name}_${counter}_begun AFTER INSERT ON ${name} WHEN NEW.${counter} <> 0 BEGIN ${noted} END;
    CREATE TRIGGER ${name}_${counter}_counted AFTER UPDATE OF ${counter} ON ${name}
      WHEN OLD.${counter} <> NEW.${counter} BEGIN ${noted} END;`
  }
  // Rows with two ids are small, and hold what their indices do: they need no index of the key besides.
  const [unique, rows] = key.length > 1 ? ['PRIMARY KEY', 'WITHOUT ROWID'] : ['UNIQUE', '']
  return `
    CREATE TABLE ${name}_states (
      ${columns.map((column) => `${column.name} ${column.type}`).join(', ')},
      stood_from INTEGER NOT NULL, stood_until INTEGER NOT NULL, ${unique} (${listed(key)}, stood_until)
    ) ${rows};
    ${indices.map((each) => then(each, name)).join('\n    ')}
    CREATE TRIGGER ${name}_state_begun AFTER INSERT ON ${name} BEGIN ${begin} END;
    CREATE TRIGGER ${name}_state_ended AFTER DELETE ON ${name} BEGIN ${gone} END;
    CREATE TRIGGER ${name}_state_changed AFTER UPDATE OF ${listed(columns)} ON ${name}
      WHEN (${listed(columns, 'OLD.')}) IS NOT (${listed(columns, 'NEW.')}) BEGIN ${shownBy ? gone : end} ${begin} END;
    ${(keeping.counters[name] ?? []).map(count).join('')}
  `
}

/** The definition of tables with all that keeps their states. */
export const withStates = (definition: string, keeping: Keeping): string =>
  [
    definition.replaceAll(/, created_at, id\)|, site_id, expires_at\)/g, ')'),
    ...keeping.lists.map((index) => `DROP INDEX IF EXISTS ${index};`),
    clock,
    ...tablesIn(definition, keeping).map((table) => keep(table, keeping)),
  ].join('\n')

const moment = '(SELECT position FROM temp.moment)'

const viewOf = (table: Table, keeping: Keeping): string => {
  const { name } = table
  const [first] = keyOf(table)
  const quiet = keeping.quiet[name]
  const column = (of: string): string => {
    if (keeping.counters[name]?.includes(of)) {
      return `coalesce((SELECT value FROM main.${name}_${of}s c WHERE c.id = ${packed(`s.${first?.name}`)}
        AND c.stood_from <= ${moment} ORDER BY c.stood_from DESC LIMIT 1), 0) AS ${of}`
    }
    const short = shortOf(table, of, keeping)
    if (short) return `${short === 'bytes' ? unpacked(`s.${of}`) : `coalesce(s.${of}, ${short('s')})`} AS ${of}`
    if (!quiet?.columns.includes(of)) return `s.${of}`
    const same = `${keptAs(table, quiet.of, 't', keeping)} IS s.${quiet.of}`
    const today = `SELECT t.${of} FROM main.${name} t WHERE t.id = s.id AND ${same}`
    const otherwise = quiet.otherwise?.[of]
    return `${otherwise === undefined ? `(${today})` : `coalesce((${today}), ${otherwise})`} AS ${of}`
  }
  return `CREATE TEMP VIEW ${name} AS SELECT ${table.columns.map((each) => column(each.name)).join(', ')}
    FROM main.${name}_states s WHERE s.stood_from <= ${moment} AND s.stood_until > ${moment};`
}

/**
 * A file that keeps states, read as it was at a position: views of the states that stood then have the names of their
 * tables, so that the queries of the present answer.
 */
export const standingAt = (db: ReadDb, definition: string, keeping: Keeping, position: () => string): ReadDb => {
  db.run('CREATE TEMP TABLE moment (position INTEGER NOT NULL)')
  db.run('INSERT INTO temp.moment VALUES (0)')
  for (const table of tablesIn(definition, keeping)) db.run(viewOf(table, keeping))
  let set: string | undefined
  const at = () => {
    const asked = position()
    if (asked === set) return db
    db.run('UPDATE temp.moment SET position = ?', BigInt(asked))
    set = asked
    return db
  }
  return { ...db, all: (...asked) => at().all(...asked), one: (...asked) => at().one(...asked) }
}
