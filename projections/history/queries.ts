import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { Via } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { HistoryChange, HistoryEntry, HistoryResource } from '#schemas/resources/history.ts'
import type { JobOrigin } from '#schemas/resources/queues.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import { changeQueries } from './changed-records.ts'
import { conditionsOf, type HistoryFilter, type HistoryReader } from './conditions.ts'
import { searchedAtOnce, selectContaining } from './select-containing.ts'
import { idsIn, type Phrase, summaryOf } from './sentence.ts'
import { subjectQueries } from './subject.ts'
import { withUploadsTogether } from './uploads-together.ts'

/** The part of an entry about one record. */
type Part = { resource: HistoryResource; id: string; name: string; changes: string }

/** Records of one entry whose values are shown: an import may change a hundred thousand. */
const maxParts = 100

/** The parts of an entry that the history of one record shows: its own, and with `below` those of what lay below it. */
const ofFilter = ({ resource, id, below }: HistoryFilter, entry: string): [where: string, values: SqlValue[]] => {
  if (id === undefined || !resource) return ["changes <> '[]'", []]
  if (!below) return ['resource = ? AND id = ?', [resource, id]]
  const inside = 'position IN (SELECT position FROM ancestors WHERE id = ? AND entry = ?)'
  return [`changes <> '[]' AND (${inside} OR resource = ? AND id = ?)`, [id, entry, resource, id]]
}

/** The parts of an entry whose values a reader sees, in their order: no more than a hundred, and none of a hidden noun. */
const partsOf = (
  db: ReadDb,
  entry: string,
  filter: HistoryFilter,
  { hidden }: Pick<HistoryReader, 'hidden'>,
): Part[] => {
  const [where, values] = ofFilter(filter, entry)
  return db.all<Part>(
    `SELECT resource, id, name, changes FROM parts
     WHERE entry = ? AND ${where} AND resource NOT IN (SELECT value FROM json_each(?)) ORDER BY position LIMIT ? + 0`,
    entry,
    ...values,
    JSON.stringify(hidden),
    maxParts,
  )
}

/** The changes of an entry about a record. Each names its own record where there are several, or where it is another one. */
const changesOf = (
  parts: readonly Part[],
  entryId: string,
  { id, below }: HistoryFilter,
  nameOf: (id: string) => string,
): HistoryChange[] => {
  const about = below ? entryId : (id ?? entryId)
  const several = new Set(parts.map((part) => `${part.resource} ${part.id}`)).size > 1
  return parts.flatMap((part) =>
    (JSON.parse(part.changes) as HistoryChange[]).map((change) =>
      several || part.id !== about ? { ...change, record: part.name || nameOf(part.id) } : change,
    ),
  )
}

type Row = Pick<HistoryEntry, 'at' | 'type' | 'resource' | 'id'> & {
  position: string
  command_id: string
  team_id: TeamId | null
  team_name: string | null
  actor: UserId | null
  impersonator: UserId | null
  via_kind: Via['kind']
  via_id: string | null
  phrases: string
}

/** The placeholder of a name that the history does not have, or that its reader is not told. */
const erased = { name: 'erased person', app: 'an app of an erased person' }
const somebodyElse = { name: 'somebody else', app: 'an app of somebody else' }

/** Names of people and API tokens, by id. */
type Names = ReadonlyMap<string, string>

/** Entries that the newest lines are made of: so many are read until there are enough lines, and no more than the second. */
const readAtOnce = 50
const mostRead = 2000

const columns = `e.position, e.command_id, e.at, e.type, e.resource, e.id, e.team_id, t.name AS team_name, e.actor, e.impersonator,
  e.via_kind, e.via_id, e.phrases`
const source = "entries e LEFT JOIN snapshots t ON t.resource = 'teams' AND t.id = e.team_id"

/** `atOnce` are the entries that one request searches for a text. */
export const historyQueries = (db: ReadDb, atOnce = searchedAtOnce) => {
  const named = (where: string, value: string): Names =>
    new Map(
      db
        .all<{ id: string; name: string }>(`SELECT id, name FROM people WHERE ${where}`, value)
        .map(({ id, name }) => [id, name]),
    )
  const namesOf = (ids: readonly string[]) => named('id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))

  /** With the names of the read model, or with `known` ones alone. */
  const present = (
    rows: readonly Row[],
    filter: HistoryFilter,
    { known, seesWhole, hidden }: { known?: Names; seesWhole: boolean; hidden: HistoryReader['hidden'] },
  ): HistoryEntry[] => {
    const entries = rows.map((row) => ({ row, phrases: JSON.parse(row.phrases) as Phrase[] }))
    const parts = new Map(rows.map(({ position }) => [position, partsOf(db, position, filter, { hidden })]))
    const mentioned = () => [
      ...entries.flatMap(({ row, phrases }) => [
        ...idsIn(phrases),
        ...[row.actor, row.impersonator, row.via_id].flatMap((id) => id ?? []),
      ]),
      ...[...parts.values()].flat().map(({ id }) => id),
    ]
    const people = known ?? namesOf(mentioned())
    const unnamed = known ? somebodyElse : erased
    const nameOf = (id: string) => people.get(id) ?? unnamed.name
    const appOf = (id: string) => (people.has(id) ? `the app ${people.get(id)}` : unnamed.app)
    const personOf = (id: UserId | null) => id && { id, name: nameOf(id) }
    return entries.map(({ row, phrases }) => ({
      position: String(BigInt(row.position)),
      at: row.at,
      type: row.type,
      summary: summaryOf(phrases, { nameOf, appOf, seesWhole }),
      resource: row.resource,
      id: row.id,
      team: row.team_id && { id: row.team_id, name: row.team_name ?? '' },
      actor: personOf(row.actor),
      impersonator: personOf(row.impersonator),
      via: { kind: row.via_kind, id: row.via_id, name: row.via_id === null ? null : (people.get(row.via_id) ?? null) },
      changes: changesOf(parts.get(row.position) ?? [], row.id, filter, nameOf),
    }))
  }

  const rowsOf = (
    reader: HistoryReader,
    filter: HistoryFilter,
    page: PageQuery,
    known: { total?: number } = {},
  ): Page<Row> => {
    const list = {
      select: columns,
      from: source,
      orderBy: ['e.position', 'e.command_id'] as const,
      sortKeyOf: ({ position, command_id }: Pick<Row, 'position' | 'command_id'>) => [position, command_id] as const,
      descending: true,
      ...known,
    }
    return filter.text === undefined
      ? selectPage<Row>(db, { ...list, ...conditionsOf(reader, filter) }, page)
      : selectContaining<Row>(db, list, { reader, filter, page, atOnce })
  }

  const presentTo = (reader: HistoryReader, filter: HistoryFilter, rows: readonly Row[]): HistoryEntry[] =>
    present(rows, filter, { seesWhole: (reader.scope?.siteIds ?? null) === null, hidden: reader.hidden })

  return {
    ...subjectQueries(db),
    /** Entries that the reader may see, newest first. With `resource` and `id`, only that record's changes, or those below, too. */
    list: (reader: HistoryReader, filter: HistoryFilter, page: PageQuery): Page<HistoryEntry> => {
      const found = rowsOf(reader, filter, page)
      return { ...found, rows: presentTo(reader, filter, found.rows) }
    },
    /**
     * Those of some entries about a record that the reader may see, by their positions, as its list tells them, each with
     * how many events it tells about.
     */
    entriesAt: (reader: HistoryReader, filter: HistoryFilter, positions: readonly string[]) => {
      const { where, values } = conditionsOf(reader, { upTo: filter.upTo })
      const events = 'SELECT count(DISTINCT position) FROM parts WHERE entry = e.position'
      const rows = db.all<Row & { events: number }>(
        `SELECT ${columns}, (${events}) AS events FROM ${source}
         WHERE e.position IN (SELECT value FROM json_each(?)) AND ${where}`,
        JSON.stringify(positions.map((position) => position.padStart(20, '0'))),
        ...values,
      )
      return presentTo(reader, filter, rows).map((entry, at) => ({ entry, events: rows[at]?.events ?? 0 }))
    },
    /** The newest lines of a list, uploads in a row as one, each with how many entries it stands for. */
    latest: (reader: HistoryReader, filter: HistoryFilter, limit: number): (HistoryEntry & { entries: number })[] => {
      let lines: (Row & { entries: number })[] = []
      let cursor: string | undefined
      for (let read = 0; read < mostRead && lines.length <= limit; read += readAtOnce) {
        const { rows, next } = rowsOf(reader, filter, { limit: readAtOnce, cursor }, { total: 0 })
        lines = withUploadsTogether(lines, rows)
        if (next === null) break
        cursor = next
      }
      const shown = lines.slice(0, limit)
      return presentTo(reader, filter, shown).map((entry, at) => ({ ...entry, entries: shown[at]?.entries ?? 1 }))
    },
    ...changeQueries(db, (ids) => {
      const people = namesOf(ids)
      return (id) => people.get(id) ?? erased.name
    }),
    /** The records that an event is about. */
    about: (position: string): JobOrigin['records'] =>
      db.all(
        'SELECT resource, id, name FROM parts WHERE position = ? ORDER BY resource, id',
        position.padStart(20, '0'),
      ),
    /** The actions of a person, newest first, without pages, and without the names of others. */
    by: (actor: UserId): HistoryEntry[] => {
      const rows = db.all<Row>(`SELECT ${columns} FROM ${source} WHERE e.actor = ? ORDER BY e.position DESC`, actor)
      // The command line is the product's own app.
      const owners = JSON.stringify([actor, commandLineClient.clientId])
      const known = named('person_id IN (SELECT value FROM json_each(?))', owners)
      return present(rows, { actor }, { known, seesWhole: true, hidden: [] })
    },
  }
}
export type HistoryQueries = ReturnType<typeof historyQueries>
