import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import { personalFields } from '#schemas/events/personal.ts'
import type { EventNamed, EventType, RecordedEvent } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import { foldedText } from '#schemas/text/folded-text.ts'

const trace = (personField: string) => (db: ReadDb, event: RecordedEvent) =>
  db.run(
    'INSERT INTO traces (person_id, stream) VALUES (?, ?) ON CONFLICT DO NOTHING',
    String((event.data as Record<string, unknown>)[personField]),
    event.stream,
  )

/** Every event type with sealed details, those of the future included. */
const traced: Projection['handlers'] = Object.fromEntries(
  Object.entries(personalFields).map(([type, { person }]) => [type as EventType, trace(person)]),
)

/** An e-mail address or a phone number. */
const address = (db: ReadDb, personId: string, text: string | null, isUser: 0 | 1) => {
  if (text === null) return
  db.run(
    'INSERT INTO addresses (person_id, address, is_user) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    personId,
    foldedText(text),
    isUser,
  )
}

const ofUser = (db: ReadDb, event: Recorded<EventNamed<'UserRegistered' | 'ContactUpdated'>>) => {
  trace('userId')(db, event)
  address(db, event.data.userId, event.data.email, 1)
}

/** The national form of a number: '02071838750' for '+442071838750'; undefined for a text that is no number. */
const dialledAtHome = (phone: string): string | null =>
  parsePhoneNumberFromString(phone)?.formatNational().replace(/\D/g, '') ?? null

/**
 * A number counts as the user's once they have confirmed a code that was texted to it. Otherwise anybody could enter a
 * number and learn who left it. On the welcome page people leave a number in either form.
 */
const phoneStarted = (db: ReadDb, event: Recorded<EventNamed<'TwoFactorStarted'>>) => {
  trace('userId')(db, event)
  const { userId, method, phone } = event.data
  db.run('DELETE FROM started_phones WHERE user_id = ?', userId)
  if (method === 'text' && phone !== null)
    db.run('INSERT INTO started_phones (user_id, phone) VALUES (?, ?)', userId, phone)
}

const phoneProven = (db: ReadDb, { data: { userId } }: Recorded<EventNamed<'TwoFactorTurnedOn'>>) => {
  const started = db.one<{ phone: string }>('SELECT phone FROM started_phones WHERE user_id = ?', userId)
  if (started) {
    address(db, userId, started.phone, 1)
    address(db, userId, dialledAtHome(started.phone), 1)
  }
  db.run('DELETE FROM started_phones WHERE user_id = ?', userId)
}

/**
 * The streams with data that is sealed for a person, and whose key seals what was sent to an e-mail address or left
 * with a phone number, '+442071838750' or '02071838750': the answer to a person who wants to see or erase all their
 * data (D-90). A person is a user, or an invitation or interest of somebody without an account.
 */
export const personalTraces: Projection = {
  name: 'personal-traces',
  version: 4,
  tables: `
    CREATE TABLE traces (person_id TEXT NOT NULL, stream TEXT NOT NULL, PRIMARY KEY (person_id, stream))
      STRICT, WITHOUT ROWID;
    CREATE TABLE addresses (
      person_id TEXT NOT NULL, address TEXT NOT NULL, is_user INTEGER NOT NULL, PRIMARY KEY (person_id, address)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX addresses_by_text ON addresses (address);
    CREATE TABLE started_phones (user_id TEXT PRIMARY KEY, phone TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    ...traced,
    UserRegistered: ofUser,
    TwoFactorStarted: phoneStarted,
    TwoFactorTurnedOn: phoneProven,
    ContactUpdated: ofUser,
    InterestRegistered: (db, event) => {
      trace('interestId')(db, event)
      address(db, event.data.interestId, event.data.email ?? event.data.phone, 0)
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
      db.run('DELETE FROM started_phones WHERE user_id = ?', data.userId)
    },
  },
}

export const personalTraceQueries = (db: ReadDb) => ({
  /** Streams with data that is sealed for one of these persons. */
  streamsOf: (personIds: readonly string[]): string[] =>
    db
      .all<{ stream: string }>(
        'SELECT DISTINCT stream FROM traces WHERE person_id IN (SELECT value FROM json_each(?)) ORDER BY stream',
        JSON.stringify(personIds),
      )
      .map(({ stream }) => stream),
  /**
   * Invitations and interest that belong to a present or former address of the user, without those of an address that
   * another user has or had too, since their owner is unknown.
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
