import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { type Channel, type MessageChannels, messageChannels } from '#schemas/jobs/send-message.ts'

/** Events that ask for a message of which a copy may exist: a mail or a text message. */
type Written = {
  [Type in keyof MessageChannels]: Extract<MessageChannels[Type][number], 'mail' | 'text'> extends never ? never : Type
}[keyof MessageChannels]

/** Who pays: the user, or the owner of the team, who stays the same. */
const payerOf = ({ billable }: { billable: Billable }, db: ReadDb): string | null =>
  billable.kind === 'user'
    ? billable.id
    : (db.one<{ owner_id: string }>('SELECT owner_id FROM owners WHERE team_id = ?', billable.id)?.owner_id ?? null)

/** The persons whom a message is to or about; a new event type does not compile without them. */
const personOf: {
  [Type in Written]: (data: EventNamed<Type>['data'], db: ReadDb, actor: UserId | null) => string | null
} = {
  ApiTokenChanged: ({ userId }) => userId,
  ApiTokenCreated: ({ userId }) => userId,
  ApiTokenRevoked: (_data, _db, actor) => actor,
  CardExpiresSoon: payerOf,
  ContactUpdated: ({ userId }) => userId,
  DiscountApplied: payerOf,
  DiscountWaits: payerOf,
  EmailChangeRequested: ({ userId }) => userId,
  EmailProofRequested: ({ userId }) => userId,
  ExpiryReminded: ({ userId }) => userId,
  InterestRegistered: ({ interestId }) => interestId,
  InvitationSent: ({ personId }) => personId,
  InvitationResent: ({ invitationId }, db) =>
    db.one<{ person_id: string }>('SELECT person_id FROM invitations WHERE id = ?', invitationId)?.person_id ?? null,
  InvoicePaid: payerOf,
  MembershipEndsSoon: ({ told }) => told,
  InvoicePaymentFailed: payerOf,
  OAuthAccessGranted: ({ userId }) => userId,
  OAuthGrantRevoked: ({ userId }) => userId,
  PasswordChanged: ({ userId }) => userId,
  PasswordResetRequested: ({ userId }) => userId,
  PersonalTokenCreated: ({ userId }) => userId,
  PersonalTokenRevoked: ({ userId }) => userId,
  PlanSwapped: payerOf,
  RenewalAwaitsPayer: payerOf,
  ResetCodeReplaced: ({ userId }) => userId,
  SubscriptionCancelled: payerOf,
  SubscriptionEnded: payerOf,
  SupportRequested: ({ userId }) => userId,
  TeamDeleted: ({ teamId }, db) => payerOf({ billable: { kind: 'team', id: teamId } }, db),
  TeamInvitationResent: ({ teamInvitationId }) => teamInvitationId,
  TeamInvitationSent: ({ teamInvitationId }) => teamInvitationId,
  TeamRestored: ({ teamId }, db) => payerOf({ billable: { kind: 'team', id: teamId } }, db),
  TextCodeRequested: ({ userId }) => userId,
  TrialEndsSoon: payerOf,
  TwoFactorTurnedOff: ({ userId }) => userId,
  TwoFactorTurnedOn: ({ userId }) => userId,
}

const noteMessage = (db: ReadDb, event: RecordedEvent) => {
  const type = event.type as Written
  type PersonOf = (data: unknown, db: ReadDb, actor: UserId | null) => string | null
  const person = (personOf[type] as PersonOf)(event.data, db, event.metadata.actor)
  if (person === null) return
  for (const channel of messageChannels[type] as readonly Channel[]) {
    db.run(
      'INSERT INTO messages (event_id, channel, person_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      event.id,
      channel,
      person,
    )
  }
}

/** Every event type that names a person, those of the future included. */
const noted: Projection['handlers'] = Object.fromEntries(Object.keys(personOf).map((type) => [type, noteMessage]))

const settled =
  (channel: Channel) => (db: ReadDb, event: Recorded<EventNamed<'MailSent' | 'TextSent' | 'NotificationSent'>>) =>
    db.run('UPDATE messages SET settled = 1 WHERE event_id = ? AND channel = ?', event.data.askedBy, channel)

const left = (db: ReadDb, { data }: Recorded<EventNamed<'MemberLeft' | 'MemberRemoved'>>) =>
  db.run('DELETE FROM members WHERE team_id = ? AND user_id = ?', data.teamId, data.userId)

/**
 * People whose erasure is ordered and not finished, with their remaining data. The read model belongs to the workers
 * process.
 */
export const openErasures: Projection = {
  name: 'open-erasures',
  version: 6,
  tables: `
    CREATE TABLE erasures (
      user_id TEXT PRIMARY KEY, event_id TEXT NOT NULL, addressed_ids TEXT NOT NULL, finished INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE invitations (id TEXT PRIMARY KEY, person_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE members (
      user_id TEXT NOT NULL, team_id TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (user_id, team_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE owners (team_id TEXT PRIMARY KEY, owner_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE messages (
      event_id TEXT NOT NULL, channel TEXT NOT NULL, person_id TEXT NOT NULL, settled INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (event_id, channel)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX messages_of_person ON messages (person_id);
  `,
  handlers: {
    ...noted,
    InvitationSent: (db, event) => {
      const { invitationId, personId } = event.data
      db.run('INSERT OR REPLACE INTO invitations (id, person_id) VALUES (?, ?)', invitationId, personId)
      noteMessage(db, event)
    },
    MailSent: settled('mail'),
    TextSent: settled('text'),
    NotificationSent: settled('notification'),
    MessageDropped: (db, { data }) =>
      db.run('UPDATE messages SET settled = 1 WHERE event_id = ? AND channel = ?', data.askedBy, data.channel),
    TeamCreated: (db, { data }) =>
      db.run('INSERT OR REPLACE INTO owners (team_id, owner_id) VALUES (?, ?)', data.teamId, data.ownerId),
    MemberJoined: (db, { data }) =>
      db.run('INSERT INTO members (user_id, team_id) VALUES (?, ?) ON CONFLICT DO NOTHING', data.userId, data.teamId),
    MemberLeft: left,
    MemberRemoved: left,
    TeamDeleted: (db, event) => {
      db.run('UPDATE members SET deleted = 1 WHERE team_id = ?', event.data.teamId)
      noteMessage(db, event)
    },
    TeamRestored: (db, event) => {
      db.run('UPDATE members SET deleted = 0 WHERE team_id = ?', event.data.teamId)
      noteMessage(db, event)
    },
    TeamPurged: (db, { data }) => db.run('DELETE FROM members WHERE team_id = ?', data.teamId),
    PersonErased: (db, { id, data }) =>
      db.run(
        'INSERT INTO erasures (user_id, event_id, addressed_ids) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        data.userId,
        id,
        JSON.stringify(data.addressedIds),
      ),
    ErasureFinished: (db, { data }) => db.run('UPDATE erasures SET finished = 1 WHERE user_id = ?', data.userId),
  },
}

/**
 * `personIds` are the user's id and all other ids whose keys are destroyed with it; `eventId` is that of PersonErased.
 */
export type OpenErasure = { userId: UserId; eventId: string; personIds: string[] }

type Stored = { user_id: UserId; event_id: string; addressed_ids: string }

export const erasureQueries = (db: ReadDb) => ({
  open: (): OpenErasure[] =>
    db
      .all<Stored>('SELECT user_id, event_id, addressed_ids FROM erasures WHERE finished = 0')
      .map(({ user_id, event_id, addressed_ids }) => ({
        userId: user_id,
        eventId: event_id,
        personIds: [user_id, ...(JSON.parse(addressed_ids) as string[])],
      })),
  /** Teams that an erased person is still a member of, even if they joined at the moment of the erasure. */
  memberships: () =>
    db.all<{ userId: UserId; teamId: TeamId; eventId: string }>(
      `SELECT m.user_id AS userId, m.team_id AS teamId, e.event_id AS eventId
       FROM erasures e JOIN members m ON m.user_id = e.user_id WHERE m.deleted = 0`,
    ),
  /**
   * Events that asked for a message to or about one of these persons; `settled` once the message is sent or dropped.
   */
  messagesOf: (personIds: readonly string[]) =>
    db.all<{ eventId: string; settled: number }>(
      `SELECT event_id AS eventId, min(settled) AS settled FROM messages
       WHERE person_id IN (SELECT value FROM json_each(?)) GROUP BY event_id`,
      JSON.stringify(personIds),
    ),
})
export type ErasureQueries = ReturnType<typeof erasureQueries>
