import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { ExpiringRecord } from '#schemas/events/expiry-reminder.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { type Role, remindedRoles } from '#schemas/rights/abilities.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { expiryWindows, unchosenReminders } from '#schemas/time/expiry.ts'

type Dated = { kind: ExpiringRecord['kind']; id: string; teamId: TeamId; expires_at: CalendarDate | null }

const forget = (db: ReadDb, id: string) => db.run('DELETE FROM expiring WHERE id = ?', id)

const date = (db: ReadDb, { kind, id, teamId, expires_at }: Dated) => {
  if (expires_at === null) return forget(db, id)
  return db.run(
    `INSERT INTO expiring (id, kind, team_id, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
    id,
    kind,
    teamId,
    expires_at,
  )
}

const hide = (db: ReadDb, id: string, deleted: 0 | 1) =>
  db.run('UPDATE expiring SET deleted = ? WHERE id = ?', deleted, id)

/** An end of which nobody was told yet is that of the event which named this day first. */
const member = (db: ReadDb, { id, data }: Recorded<EventNamed<'MemberJoined' | 'MemberChanged'>>) =>
  db.run(
    `INSERT INTO members (team_id, user_id, role, ends_at, end_event_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET role = excluded.role, ends_at = excluded.ends_at,
       end_event_id = iif(ends_at IS excluded.ends_at, end_event_id, excluded.end_event_id),
       end_told = iif(ends_at IS excluded.ends_at, end_told, 0)`,
    data.teamId,
    data.userId,
    data.role,
    data.endsAt,
    id,
  )
const hideMembers = (db: ReadDb, teamId: TeamId, deleted: 0 | 1) =>
  db.run('UPDATE members SET deleted = ? WHERE team_id = ?', deleted, teamId)
const noMember = (db: ReadDb, { teamId, userId }: { teamId: TeamId; userId: UserId }) =>
  db.run('DELETE FROM members WHERE team_id = ? AND user_id = ?', teamId, userId)

/**
 * Expiry dates, the people who want reminders or checkpoints, the reminders that they got, and memberships that end. Where a record
 * lies, and who may see it, is asked of the log. The read model belongs to the workers process.
 */
export const expiryReminders: Projection = {
  name: 'expiry-reminders',
  version: 5,
  tables: `
    CREATE TABLE expiring (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, team_id TEXT NOT NULL, expires_at TEXT NOT NULL,
      deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX expiring_by_day ON expiring (team_id, expires_at) WHERE deleted = 0;
    CREATE TABLE members (
      user_id TEXT NOT NULL, team_id TEXT NOT NULL, role TEXT NOT NULL, ends_at TEXT, end_event_id TEXT NOT NULL,
      end_told INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (user_id, team_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX members_by_end ON members (ends_at) WHERE ends_at IS NOT NULL AND deleted = 0;
    CREATE TABLE wishes (
      user_id TEXT PRIMARY KEY, days TEXT NOT NULL, weekly INTEGER NOT NULL, missing INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE checkpoint_wishes (user_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE told (
      user_id TEXT NOT NULL, id TEXT NOT NULL, expires_at TEXT NOT NULL, within INTEGER NOT NULL,
      PRIMARY KEY (user_id, id, expires_at)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    FileUploaded: (db, { data }) => date(db, { ...data, kind: 'files', id: data.fileId }),
    FileUpdated: (db, { data }) => date(db, { ...data, kind: 'files', id: data.fileId }),
    FileDeleted: (db, { data }) => hide(db, data.fileId, 1),
    FileRestored: (db, { data }) => hide(db, data.fileId, 0),
    FilePurged: (db, { data }) => forget(db, data.fileId),
    DocumentUploaded: (db, { data }) => date(db, { ...data, kind: 'documents', id: data.documentId }),
    DocumentRenamed: (db, { data }) => date(db, { ...data, kind: 'documents', id: data.documentId }),
    DocumentDeleted: (db, { data }) => hide(db, data.documentId, 1),
    DocumentRestored: (db, { data }) => hide(db, data.documentId, 0),
    DocumentPurged: (db, { data }) => forget(db, data.documentId),
    MemberJoined: member,
    MemberChanged: member,
    MembershipEndsSoon: (db, { data }) =>
      db.run('UPDATE members SET end_told = 1 WHERE team_id = ? AND user_id = ?', data.teamId, data.userId),
    TeamDeleted: (db, { data }) => hideMembers(db, data.teamId, 1),
    TeamRestored: (db, { data }) => hideMembers(db, data.teamId, 0),
    MemberRemoved: (db, { data }) => noMember(db, data),
    MemberLeft: (db, { data }) => noMember(db, data),
    TeamPurged: (db, { data }) => {
      for (const table of ['members', 'expiring']) db.run(`DELETE FROM ${table} WHERE team_id = ?`, data.teamId)
    },
    ExpiryRemindersChosen: (db, { data }) =>
      db.run(
        'INSERT OR REPLACE INTO wishes (user_id, days, weekly, missing) VALUES (?, ?, ?, ?)',
        data.userId,
        JSON.stringify(data.days),
        data.weekly ? 1 : 0,
        data.missing ? 1 : 0,
      ),
    CheckpointMailChosen: (db, { data: { userId, daily } }) =>
      daily
        ? db.run('INSERT INTO checkpoint_wishes (user_id) VALUES (?) ON CONFLICT DO NOTHING', userId)
        : db.run('DELETE FROM checkpoint_wishes WHERE user_id = ?', userId),
    ExpiryReminded: (db, { data }) => {
      for (const { id, expires_at, within } of data.records) {
        if (within === null) continue
        db.run(
          `INSERT INTO told (user_id, id, expires_at, within) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET within = min(within, excluded.within)`,
          data.userId,
          id,
          expires_at,
          within,
        )
      }
    },
    PersonErased: (db, { data }) => {
      for (const table of ['members', 'wishes', 'checkpoint_wishes', 'told'])
        db.run(`DELETE FROM ${table} WHERE user_id = ?`, data.userId)
    },
  },
}

/**
 * A person who wants reminders, or has not chosen and runs the team, and a team where they may be a member; `days` is a
 * list as JSON.
 */
export type Reader = { userId: UserId; teamId: TeamId; days: string; weekly: 0 | 1; missing: 0 | 1 }

/** A membership whose last day is near or over; `eventId` is that of the event which named the day. */
export type EndingMember = { userId: UserId; teamId: TeamId; endsAt: CalendarDate; eventId: string }

/** The most records of one reminder; the others follow on the next day. */
export const mostReminded = 500

const endings = (db: ReadDb, where: string, ...days: CalendarDate[]) =>
  db.all<EndingMember>(
    `SELECT user_id AS userId, team_id AS teamId, ends_at AS endsAt, end_event_id AS eventId FROM members
     WHERE deleted = 0 AND ${where} ORDER BY team_id, user_id`,
    ...days,
  )

export const expiryReminderQueries = (db: ReadDb) => ({
  /** Memberships that were to end before a day. */
  ended: (before: CalendarDate) => endings(db, 'ends_at < ?', before),
  /** Those that end from one day to another, and of which nobody was told. */
  endingSoon: (from: CalendarDate, to: CalendarDate) =>
    endings(db, 'end_told = 0 AND ends_at BETWEEN ? AND ?', from, to),
  /** The memberships of those who want checkpoints by mail. */
  checkpointReaders: (today: CalendarDate) =>
    db.all<{ userId: UserId; teamId: TeamId; role: Role }>(
      `SELECT user_id AS userId, team_id AS teamId, role FROM checkpoint_wishes JOIN members USING (user_id)
       WHERE deleted = 0 AND (ends_at IS NULL OR ends_at >= ?)`,
      today,
    ),
  readers: (today: CalendarDate) =>
    db.all<Reader>(
      `SELECT m.user_id AS userId, m.team_id AS teamId, coalesce(w.days, ?) AS days, coalesce(w.weekly, ?) AS weekly,
         coalesce(w.missing, ?) AS missing
       FROM members m LEFT JOIN wishes w USING (user_id)
       WHERE (w.weekly = 1 OR w.days <> '[]'
         OR (w.user_id IS NULL AND m.role IN (SELECT value FROM json_each(?))))
         AND (m.ends_at IS NULL OR m.ends_at >= ?)
       ORDER BY m.user_id, m.team_id`,
      JSON.stringify(unchosenReminders.days),
      unchosenReminders.weekly ? 1 : 0,
      unchosenReminders.missing ? 1 : 0,
      JSON.stringify(remindedRoles),
      today,
    ),
  /** The reminders of a person on this day, each with the fewest days ahead that hold it; the soonest first. */
  due: ({ userId, teamId, days }: Reader, today: CalendarDate) =>
    db.all<ExpiringRecord>(
      `SELECT kind, id, expires_at, within FROM (
         SELECT e.kind, e.id, e.expires_at, min(d.value) AS within FROM expiring e
           JOIN json_each(?) d ON e.expires_at <= date(?, '+' || d.value || ' days')
         WHERE e.team_id = ? AND e.deleted = 0 AND e.expires_at >= ? GROUP BY e.id
       ) near
       WHERE NOT EXISTS (
         SELECT 1 FROM told t
         WHERE t.user_id = ? AND t.id = near.id AND t.expires_at = near.expires_at AND t.within <= near.within
       )
       ORDER BY expires_at, id LIMIT ${mostReminded}`,
      days,
      today,
      teamId,
      today,
      userId,
    ),
  /** The records that have expired, or will within 60 days; the soonest first. */
  digest: ({ teamId }: Reader, today: CalendarDate) =>
    db.all<ExpiringRecord>(
      `SELECT kind, id, expires_at, NULL AS within FROM expiring
       WHERE team_id = ? AND deleted = 0 AND expires_at <= date(?, '+${Math.max(...expiryWindows)} days')
       ORDER BY expires_at, id LIMIT ${mostReminded}`,
      teamId,
      today,
    ),
})
export type ExpiryReminderQueries = ReturnType<typeof expiryReminderQueries>
