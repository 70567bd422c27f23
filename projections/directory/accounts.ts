import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import type { FactorMethod } from '#schemas/events/user.ts'
import type { UserId } from '#schemas/ids.ts'
import { resetLasts } from '#schemas/rights/password.ts'
import { soughtBy } from './sought.ts'

/** Users. Passwords, secrets and codes stay in the log, sealed. */
export const accounts: Part = {
  tables: `
    CREATE TABLE users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT, country_code TEXT, phone TEXT, two_factor TEXT,
      session_epoch INTEGER NOT NULL DEFAULT 0, last_logged_in_at TEXT, email_changed_at TEXT,
      pending_email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, created_at TEXT, sought TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX users_by_date ON users (created_at, id);
    CREATE TABLE started_factors (
      user_id TEXT PRIMARY KEY, method TEXT NOT NULL, country_code TEXT, phone TEXT
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    // Registering also signs the user in.
    UserRegistered: (db, { data, metadata }) =>
      insert(db, 'users', {
        id: data.userId,
        name: data.name,
        email: data.email,
        last_logged_in_at: metadata.at,
        created_at: metadata.at,
        sought: soughtBy(data.name, data.email),
      }),
    UserSignedIn: (db, { data, metadata }) => update(db, 'users', data.userId, { last_logged_in_at: metadata.at }),
    ContactUpdated: (db, { data, metadata }) => {
      db.run(
        'UPDATE users SET email_changed_at = ?, email_verified = 0, pending_email = NULL WHERE id = ? AND email <> ?',
        metadata.at,
        data.userId,
        data.email,
      )
      const { name, email } = data
      update(db, 'users', data.userId, { name, email, sought: soughtBy(name, email) })
    },
    EmailChangeRequested: (db, { data }) => update(db, 'users', data.userId, { pending_email: data.email }),
    EmailChangeDropped: (db, { data }) => update(db, 'users', data.userId, { pending_email: null }),
    // A used link proves who reads the mails of this address, if the user had the address when the link was created.
    PasswordChanged: (db, { data, metadata }) => {
      update(db, 'users', data.userId, { pending_email: null })
      if (data.by !== 'reset') return
      db.run(
        'UPDATE users SET email_verified = 1 WHERE id = ? AND (email_changed_at IS NULL OR email_changed_at < ?)',
        data.userId,
        new Date(Date.parse(metadata.at) - resetLasts).toISOString(),
      )
    },
    EmailVerified: (db, { data }) => update(db, 'users', data.userId, { email_verified: 1 }),
    SessionsEnded: (db, { data }) => update(db, 'users', data.userId, { session_epoch: data.epoch }),
    TwoFactorStarted: (db, { data }) =>
      db.run(
        'INSERT OR REPLACE INTO started_factors (user_id, method, country_code, phone) VALUES (?, ?, ?, ?)',
        data.userId,
        data.method,
        data.countryCode,
        data.phone,
      ),
    TwoFactorTurnedOn: (db, { data }) => {
      db.run(
        `UPDATE users SET two_factor = f.method, country_code = f.country_code, phone = f.phone
         FROM started_factors f WHERE f.user_id = users.id AND users.id = ?`,
        data.userId,
      )
      db.run('DELETE FROM started_factors WHERE user_id = ?', data.userId)
    },
    TwoFactorTurnedOff: (db, { data }) => {
      update(db, 'users', data.userId, { two_factor: null, country_code: null, phone: null })
      db.run('DELETE FROM started_factors WHERE user_id = ?', data.userId)
    },
    PersonErased: (db, { data }) => {
      const contact = { name: null, email: null, pending_email: null, country_code: null, phone: null }
      update(db, 'users', data.userId, { ...contact, sought: null })
      db.run('DELETE FROM started_factors WHERE user_id = ?', data.userId)
    },
  },
}

/** `two_factor` is null when it is off; times are UTC instants. An erased person has no name. */
export type UserRow = {
  id: UserId
  name: string | null
  email: string | null
  /** The address that the user wants, until a link to it was followed. */
  pending_email: string | null
  country_code: string | null
  phone: string | null
  two_factor: FactorMethod | null
  session_epoch: number
  last_logged_in_at: string | null
  /** 1 once a link that was mailed to this address has been used. */
  email_verified: number
  /** Null in the file of an earlier version, until another takes its place. */
  created_at: string | null
}

export const accountQueries = (db: ReadDb) => ({
  user: (id: UserId) =>
    db.one<UserRow>(
      `SELECT id, name, email, pending_email, country_code, phone, two_factor, session_epoch, last_logged_in_at,
         email_verified, created_at
       FROM users WHERE id = ?`,
      id,
    ),
  /** Names of people; null for an erased person. */
  namesOf: (userIds: readonly UserId[]): Map<UserId, string | null> =>
    new Map(
      db
        .all<UserRow>(
          'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each(?))',
          JSON.stringify(userIds),
        )
        .map(({ id, name }) => [id, name]),
    ),
})
