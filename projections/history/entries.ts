import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { ReadDb } from '../read-db.ts'
import type { Known, Line, PersonName, Remembered } from './line.ts'
import { lines } from './lines.ts'
import { forget, knownIn, nameBelow, remember } from './records.ts'
import type { Sentence } from './told.ts'

/**
 * Entries, one a command and team; the parts that they are made of, one an event and record; clients and sites that
 * they are about, which decide who sees them; and what people are called. Places in the log are texts of 20 digits, so
 * that they sort as text.
 */
export const entryTables = `
  CREATE TABLE entries (
    place TEXT PRIMARY KEY, command_id TEXT NOT NULL, at TEXT NOT NULL, team_id TEXT, actor TEXT, impersonator TEXT,
    via_kind TEXT NOT NULL, via_id TEXT, type TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL,
    weight INTEGER NOT NULL, sayings TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_of_command ON entries (command_id);
  CREATE INDEX entries_of_team ON entries (team_id, place);
  CREATE INDEX entries_of_actor ON entries (actor, place);
  CREATE TABLE parts (
    position TEXT NOT NULL, entry TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL,
    changes TEXT NOT NULL, PRIMARY KEY (position, resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX parts_of_entry ON parts (entry);
  CREATE INDEX parts_of_record ON parts (resource, id, entry);
  CREATE TABLE places (
    entry TEXT NOT NULL, client_id TEXT NOT NULL, site_id TEXT NOT NULL, PRIMARY KEY (entry, client_id, site_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, person_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX people_by_person ON people (person_id);
`

const placeOf = (position: string): string => position.padStart(20, '0')

/** One sentence of an entry; `several` is how it is told where `many` events read alike. */
export type Saying = { one: Sentence; several: Sentence | null; many: number }

const sameWords = (left: Sentence | null, right: Sentence | null) =>
  left !== null && JSON.stringify(left) === JSON.stringify(right)

const withSaying = (sayings: readonly Saying[], { one, several }: Saying): readonly Saying[] => {
  const at = sayings.findIndex((saying) => sameWords(saying.several, several) || sameWords(saying.one, one))
  if (at < 0) return [...sayings, { one, several, many: 1 }]
  return sayings.map((saying, index) => (index === at ? { ...saying, many: saying.many + 1 } : saying))
}

type Entry = { place: string; team_id: TeamId | null; weight: number; sayings: readonly Saying[] }
type Told = { command: string; entries: Entry[] }

/**
 * The entries of the command that was told last, as they are in the file: the events of an import are all of one. A file
 * whose transaction failed is written to no more, so this cannot hold what is not there.
 */
const toldLast = new WeakMap<ReadDb, Told>()

const entriesOf = (db: ReadDb, command: string): Entry[] => {
  const last = toldLast.get(db)
  if (last?.command === command) return last.entries
  const entries = db
    .all<Omit<Entry, 'sayings'> & { sayings: string }>(
      'SELECT place, team_id, weight, sayings FROM entries WHERE command_id = ? ORDER BY place',
      command,
    )
    .map((entry) => ({ ...entry, sayings: JSON.parse(entry.sayings) as Saying[] }))
  toldLast.set(db, { command, entries })
  return entries
}

/**
 * The entry of the same command that a line belongs to: the one of its team. What is nobody's or the platform's goes
 * with what the same command did in a team, unless it weighs more.
 */
const entryFor = (found: readonly Entry[], { teamId }: Line, weight: number): Entry | undefined => {
  const own = found.find(({ team_id }) => team_id === teamId)
  if (own) return own
  return teamId === null
    ? found.find((entry) => entry.weight >= weight)
    : found.find((entry) => entry.team_id === null && entry.weight <= weight)
}

const commandOf = ({ command }: Line, { commandId }: RecordedEvent['metadata']): string => command ?? commandId

const begin = (db: ReadDb, { type, metadata }: RecordedEvent, line: Line, { place, weight, sayings }: Entry) => {
  const { at, actor, impersonator, via } = metadata
  db.run(
    `INSERT INTO entries (place, command_id, at, team_id, actor, impersonator, via_kind, via_id, type, resource, id,
       weight, sayings) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[place, commandOf(line, metadata), at, line.teamId, actor, impersonator, via.kind, via.id],
    ...[type, line.resource, line.id, weight, JSON.stringify(sayings)],
  )
}

/** Puts a line into its command's entry; answers that entry's place. */
const tell = (db: ReadDb, event: RecordedEvent, line: Line, summary: Sentence): string => {
  const { weight = 2, several = null } = line
  const said: Saying = { one: summary, several, many: 1 }
  const found = entriesOf(db, commandOf(line, event.metadata))
  const entry = entryFor(found, line, weight)
  if (!entry) {
    const begun = { place: placeOf(event.position), team_id: line.teamId, weight, sayings: [said] }
    begin(db, event, line, begun)
    found.push(begun)
    return begun.place
  }
  const becomesTeams = entry.team_id === null && line.teamId !== null
  if (becomesTeams || (weight > entry.weight && entry.team_id === line.teamId)) {
    Object.assign(entry, { team_id: line.teamId, weight, sayings: [said] })
    db.run(
      'UPDATE entries SET team_id = ?, type = ?, resource = ?, id = ?, weight = ?, sayings = ? WHERE place = ?',
      ...[line.teamId, event.type, line.resource, line.id, weight, JSON.stringify(entry.sayings), entry.place],
    )
  } else if (weight === entry.weight && entry.team_id === line.teamId) {
    entry.sayings = withSaying(entry.sayings, said)
    db.run('UPDATE entries SET sayings = ? WHERE place = ?', JSON.stringify(entry.sayings), entry.place)
  }
  return entry.place
}

const callPeople = (db: ReadDb, names: readonly PersonName[]): void => {
  for (const { id, name, of } of names) {
    // Null: the key is destroyed.
    if (name === null) continue
    db.run(
      'INSERT INTO people (id, name, person_id) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name',
      ...[id, name, of],
    )
  }
}

const lieAt = (
  db: ReadDb,
  entry: string,
  clients: NonNullable<Line['clients']>,
  records: (Remembered | undefined)[],
) => {
  const places = [
    ...clients.map((clientId) => ({ clientId, siteId: null })),
    ...records.flatMap((record) => record ?? []),
  ]
  for (const { clientId, siteId } of places) {
    if (clientId === null) continue
    db.run(
      'INSERT INTO places (entry, client_id, site_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      ...[entry, clientId, siteId ?? ''],
    )
  }
}

const lineOf = (event: RecordedEvent, known: Known): Line | undefined => {
  const lineFor = lines[event.type] as ((event: RecordedEvent, known: Known) => Line) | null
  return lineFor?.(event, known)
}

/** Tells one event, once. */
export const keepEvent = (db: ReadDb, event: RecordedEvent): void => {
  const position = placeOf(event.position)
  if (db.one('SELECT 1 FROM parts WHERE position = ?', position)) return
  const line = lineOf(event, knownIn(db))
  if (!line?.summary) return
  callPeople(db, line.names ?? [])
  const entry = tell(db, event, line, line.summary)
  const { before, after } = remember(db, line)
  const part =
    'INSERT INTO parts (position, entry, resource, id, name, changes) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
  db.run(
    part,
    ...[position, entry, line.resource, line.id, (after ?? before)?.name ?? '', JSON.stringify(line.changes ?? [])],
  )
  for (const { resource, id } of line.also ?? []) db.run(part, position, entry, resource, id, '', '[]')
  lieAt(db, entry, line.clients ?? [], [before, after])
  const moved = before?.clientId !== after?.clientId || before?.siteId !== after?.siteId
  if (line.fate || (before && moved)) nameBelow(db, line, position, entry)
  if (line.fate === 'purged') forget(db, line)
}
