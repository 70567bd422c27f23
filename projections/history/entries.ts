import { fold } from '#projections/engine/fold.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { Description, Lookup, PersonName, Snapshot } from './description.ts'
import { descriptions } from './descriptions.ts'
import { type Phrase, type Sentence, withPhrase, wordsOfPart, wordsOfPhrases } from './sentence.ts'
import { addToRecordsBelow, lookupIn, purgeSnapshots, updateSnapshot } from './snapshots.ts'

/**
 * `entries` has one row for each command and team; `parts` one for each event and record; `visibility` the clients and
 * sites of an entry, which decide who sees it; `ancestors` the clients, sites and visits that the record of an event is or
 * belongs to, before and after; `people` the present names of people and API tokens. Positions are texts of 20 digits, so that
 * they sort as text. `words` are what a text is found in, folded (`containing.ts`).
 */
export const entryTables = `
  CREATE TABLE entries (
    position TEXT PRIMARY KEY, command_id TEXT NOT NULL, at TEXT NOT NULL, team_id TEXT, actor TEXT, impersonator TEXT,
    via_kind TEXT NOT NULL, via_id TEXT, type TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL,
    weight INTEGER NOT NULL, phrases TEXT NOT NULL, words TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_of_command ON entries (command_id);
  CREATE INDEX entries_of_team ON entries (team_id, position);
  CREATE INDEX entries_of_actor ON entries (actor, position);
  CREATE TABLE parts (
    position TEXT NOT NULL, entry TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL,
    changes TEXT NOT NULL, words TEXT, PRIMARY KEY (position, resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX parts_of_entry ON parts (entry);
  CREATE INDEX parts_of_record ON parts (resource, id, entry);
  CREATE TABLE visibility (
    entry TEXT NOT NULL, client_id TEXT NOT NULL, site_id TEXT NOT NULL, PRIMARY KEY (entry, client_id, site_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ancestors (
    id TEXT NOT NULL, entry TEXT NOT NULL, position TEXT NOT NULL, PRIMARY KEY (id, entry, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE people (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, person_id TEXT NOT NULL, words TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_by_person ON people (person_id);
`

const sortable = (position: string): string => position.padStart(20, '0')

type Entry = { position: string; team_id: TeamId | null; weight: number; phrases: readonly Phrase[] }

/**
 * The entries of the last command, as the file holds them, since all events of an import are of one command. After a
 * failed transaction nothing more is written to the file, so the cache cannot differ from it.
 */
const lastCommand = new WeakMap<ReadDb, { command: string; entries: Entry[] }>()

const entriesOf = (db: ReadDb, command: string): Entry[] => {
  const last = lastCommand.get(db)
  if (last?.command === command) return last.entries
  const entries = db
    .all<Omit<Entry, 'phrases'> & { phrases: string }>(
      'SELECT position, team_id, weight, phrases FROM entries WHERE command_id = ? ORDER BY position',
      command,
    )
    .map((entry) => ({ ...entry, phrases: JSON.parse(entry.phrases) as Phrase[] }))
  lastCommand.set(db, { command, entries })
  return entries
}

/**
 * The entry of the command that an event belongs to: that of its team. An event of no team joins a team's entry of the
 * same command, unless it has a higher weight.
 */
const entryFor = (found: readonly Entry[], { teamId }: Description, weight: number): Entry | undefined => {
  const own = found.find(({ team_id }) => team_id === teamId)
  if (own) return own
  return teamId === null
    ? found.find((entry) => entry.weight >= weight)
    : found.find((entry) => entry.team_id === null && entry.weight <= weight)
}

/** Adds a description to its command's entry; answers the position of that entry. */
const addToEntry = (db: ReadDb, event: RecordedEvent, description: Description, summary: Sentence): string => {
  const { weight = 2, several = null, teamId, resource, id } = description
  const command = description.command ?? event.metadata.commandId
  const phrase: Phrase = { one: summary, several, total: 1 }
  const found = entriesOf(db, command)
  const known = entryFor(found, description, weight)
  const entry = known ?? { position: sortable(event.position), team_id: teamId, weight, phrases: [] }
  if (!known) found.push(entry)
  const becomesTeams = entry.team_id === null && teamId !== null
  if (!known || becomesTeams || (weight > entry.weight && entry.team_id === teamId)) {
    const { at, actor, impersonator, via } = event.metadata
    Object.assign(entry, { team_id: teamId, weight, phrases: [phrase] })
    db.run(
      `INSERT INTO entries (position, command_id, at, team_id, actor, impersonator, via_kind, via_id, type, resource, id,
         weight, phrases, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET team_id = excluded.team_id, type = excluded.type, resource = excluded.resource,
         id = excluded.id, weight = excluded.weight, phrases = excluded.phrases, words = excluded.words`,
      entry.position,
      command,
      at,
      teamId,
      actor,
      impersonator,
      via.kind,
      via.id,
      event.type,
      resource,
      id,
      weight,
      JSON.stringify(entry.phrases),
      wordsOfPhrases(entry.phrases),
    )
  } else if (weight === entry.weight && entry.team_id === teamId) {
    entry.phrases = withPhrase(entry.phrases, phrase)
    db.run(
      'UPDATE entries SET phrases = ?, words = ? WHERE position = ?',
      JSON.stringify(entry.phrases),
      wordsOfPhrases(entry.phrases),
      entry.position,
    )
  }
  return entry.position
}

const upsertName = (db: ReadDb, { id, name, of }: PersonName): void => {
  // Null: the key is destroyed.
  if (name === null) return
  db.run(
    `INSERT INTO people (id, name, person_id, words) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, words = excluded.words`,
    id,
    name,
    of,
    fold(name),
  )
}

const showIn = (db: ReadDb, entry: string, clientId: string, siteId: string): number =>
  db.run(
    'INSERT INTO visibility (entry, client_id, site_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    entry,
    clientId,
    siteId,
  )

/**
 * Shows an event to those who see the client and site of its record, as it was or as it is, and puts it into the
 * histories of what it lies in (`conditions.ts`).
 */
const addToAncestors = (db: ReadDb, entry: string, position: string, records: (Snapshot | undefined)[]): void => {
  const ids = new Set<string>()
  for (const record of records) {
    if (!record) continue
    const { clientId, siteId, visitId } = record
    if (clientId !== null) showIn(db, entry, clientId, siteId ?? '')
    for (const id of [clientId, siteId, visitId]) if (id !== null) ids.add(id)
  }
  for (const id of ids) db.run('INSERT INTO ancestors (id, entry, position) VALUES (?, ?, ?)', id, entry, position)
}

/** Adds an event to the history; a second time changes nothing. */
export const addEvent = (db: ReadDb, event: RecordedEvent): void => {
  const position = sortable(event.position)
  if (db.one('SELECT 1 FROM parts WHERE position = ?', position)) return
  const descriptionOf = descriptions[event.type] as ((event: RecordedEvent, lookup: Lookup) => Description) | null
  const lookup = lookupIn(db)
  const description = descriptionOf?.(event, lookup)
  if (!description?.summary) return
  const { resource, id, changes = [], also = [], clients = [], names = [], lifecycle } = description
  for (const name of names) upsertName(db, name)
  const entry = addToEntry(db, event, description, description.summary)
  const { before, after } = updateSnapshot(db, lookup, description)
  const part = `INSERT INTO parts (position, entry, resource, id, name, changes, words) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`
  const name = (after ?? before)?.name ?? ''
  db.run(part, position, entry, resource, id, name, JSON.stringify(changes), wordsOfPart(name, changes))
  for (const other of also) db.run(part, position, entry, other.resource, other.id, '', '[]', '')
  for (const clientId of clients) if (clientId !== null) showIn(db, entry, clientId, '')
  addToAncestors(db, entry, position, [before, after])
  const moved = before?.clientId !== after?.clientId || before?.siteId !== after?.siteId
  if (lifecycle || (before && moved)) addToRecordsBelow(db, description, position, entry)
  if (lifecycle === 'purged') purgeSnapshots(db, description)
}
