import type { Recorded } from '#schemas/event.ts'
import { personalFields } from '#schemas/events/personal.ts'
import type { EventNamed, EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { foldedText } from '#schemas/folded-text.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

const trace = (personField: string) => (db: ReadDb, event: RecordedEvent) =>
  db.run(
    'INSERT INTO traces (person_id, stream) VALUES (?, ?) ON CONFLICT DO NOTHING',
    String((event.data as Record<string, unknown>)[personField]),
    event.stream,
  )

/** Every event that is sealed for somebody, a type that is new tomorrow too. */
const traced: Projection['handlers'] = Object.fromEntries(
  Object.entries(personalFields).map(([type, { person }]) => [type as EventType, trace(person)]),
)

const address = (db: ReadDb, personId: string, email: string | null, isUser: 0 | 1) => {
  if (email === null) return
  db.run(
    'INSERT INTO addresses (person_id, address, is_user) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    personId,
    foldedText(email),
    isUser,
  )
}

const ofUser = (db: ReadDb, event: Recorded<EventNamed<'UserRegistered' | 'ContactUpdated'>>) => {
  trace('userId')(db, event)
  address(db, event.data.userId, event.data.email, 1)
}

/**
 * Where in the log something is sealed for a person, and whose key seals what was sent to an e-mail address: what is
 * asked when a person wants to see or erase everything (D-90). A person is a user, or an invitation or interest of
 * somebody who had no account then.
 */
export const personalTraces: Projection = {
  name: 'personal-traces',
  version: 1,
  tables: `
    CREATE TABLE traces (person_id TEXT NOT NULL, stream TEXT NOT NULL, PRIMARY KEY (person_id, stream))
      STRICT, WITHOUT ROWID;
    CREATE TABLE addresses (
      person_id TEXT NOT NULL, address TEXT NOT NULL, is_user INTEGER NOT NULL, PRIMARY KEY (person_id, address)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX addresses_by_text ON addresses (address);
  `,
  handlers: {
    ...traced,
    UserRegistered: ofUser,
    ContactUpdated: ofUser,
    InterestRegistered: (db, event) => {
      trace('interestId')(db, event)
      address(db, event.data.interestId, event.data.email, 0)
    },
    InvitationSent: (db, event) => {
      trace('personId')(db, event)
      if (event.data.inviteeId === null) address(db, event.data.personId, event.data.email, 0)
    },
    TeamInvitationSent: (db, event) => {
      trace('teamInvitationId')(db, event)
      address(db, event.data.teamInvitationId, event.data.email, 0)
    },
    PersonErased: (db, { data }) => {
      const erased = JSON.stringify([data.userId, ...data.addressedIds])
      db.run('DELETE FROM traces WHERE person_id IN (SELECT value FROM json_each(?))', erased)
      db.run('DELETE FROM addresses WHERE person_id IN (SELECT value FROM json_each(?))', erased)
    },
  },
}

export const personalTraceQueries = (db: ReadDb) => ({
  /** Streams with something that is sealed for one of these persons. */
  streamsOf: (personIds: readonly string[]): string[] =>
    db
      .all<{ stream: string }>(
        'SELECT DISTINCT stream FROM traces WHERE person_id IN (SELECT value FROM json_each(?)) ORDER BY stream',
        JSON.stringify(personIds),
      )
      .map(({ stream }) => stream),
  /**
   * Invitations and interest that an address of the user was given for, now or formerly; not those of an address that
   * another user has or had too, for nobody can tell whose they are.
   */
  addressedTo: (userId: UserId): string[] =>
    db
      .all<{ id: string }>(
        `SELECT DISTINCT sent.person_id AS id
         FROM addresses own JOIN addresses sent ON sent.address = own.address AND sent.is_user = 0
         WHERE own.person_id = ? AND own.is_user = 1 AND NOT EXISTS (
           SELECT 1 FROM addresses other
           WHERE other.address = own.address AND other.is_user = 1 AND other.person_id <> own.person_id
         ) ORDER BY id`,
        userId,
      )
      .map(({ id }) => id),
})
export type PersonalTraceQueries = ReturnType<typeof personalTraceQueries>
