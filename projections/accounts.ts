import type { FactorMethod } from '#schemas/events/user.ts'
import type { UserId } from '#schemas/ids.ts'
import { resetLasts } from '#schemas/password.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** Users; passwords, secrets and codes stay in the log, sealed. */
export const accounts: Projection = {
  name: 'accounts',
  version: 5,
  tables: `
    CREATE TABLE users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT, country_code TEXT, phone TEXT, two_factor TEXT,
      session_epoch INTEGER NOT NULL DEFAULT 0, last_logged_in_at TEXT, email_changed_at TEXT,
      email_verified INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE started_factors (
      user_id TEXT PRIMARY KEY, method TEXT NOT NULL, country_code TEXT, phone TEXT
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    // Registering signs in.
    UserRegistered: (db, { data, metadata }) =>
      db.run(
        'INSERT OR REPLACE INTO users (id, name, email, last_logged_in_at) VALUES (?, ?, ?, ?)',
        data.userId,
        data.name,
        data.email,
        metadata.at,
      ),
    UserSignedIn: (db, { data, metadata }) =>
      db.run('UPDATE users SET last_logged_in_at = ? WHERE id = ?', metadata.at, data.userId),
    ContactUpdated: (db, { data, metadata }) => {
      db.run(
        'UPDATE users SET email_changed_at = ?, email_verified = 0 WHERE id = ? AND email <> ?',
        metadata.at,
        data.userId,
        data.email,
      )
      db.run('UPDATE users SET name = ?, email = ? WHERE id = ?', data.name, data.email, data.userId)
    },
    // Whoever used a mailed link reads the mails of this address, if it was the user's when the link was made.
    PasswordChanged: (db, { data, metadata }) => {
      if (data.by !== 'reset') return
      db.run(
        'UPDATE users SET email_verified = 1 WHERE id = ? AND (email_changed_at IS NULL OR email_changed_at < ?)',
        data.userId,
        new Date(Date.parse(metadata.at) - resetLasts).toISOString(),
      )
    },
    EmailVerified: (db, { data }) => db.run('UPDATE users SET email_verified = 1 WHERE id = ?', data.userId),
    SessionsEnded: (db, { data }) => db.run('UPDATE users SET session_epoch = ? WHERE id = ?', data.epoch, data.userId),
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
      db.run('UPDATE users SET two_factor = NULL, country_code = NULL, phone = NULL WHERE id = ?', data.userId)
      db.run('DELETE FROM started_factors WHERE user_id = ?', data.userId)
    },
    PersonErased: (db, { data }) => {
      db.run('UPDATE users SET name = NULL, email = NULL, country_code = NULL, phone = NULL WHERE id = ?', data.userId)
      db.run('DELETE FROM started_factors WHERE user_id = ?', data.userId)
    },
  },
}

/** `two_factor` is null where it is off; the times are UTC instants. A person who was erased has no name. */
export type UserRow = {
  id: UserId
  name: string | null
  email: string | null
  country_code: string | null
  phone: string | null
  two_factor: FactorMethod | null
  session_epoch: number
  last_logged_in_at: string | null
  /** 1 once a link that was mailed to this very address has been used. */
  email_verified: number
}

export const accountQueries = (db: ReadDb) => ({
  user: (id: UserId) =>
    db.one<UserRow>(
      `SELECT id, name, email, country_code, phone, two_factor, session_epoch, last_logged_in_at,
         email_verified
       FROM users WHERE id = ?`,
      id,
    ),
  /** Names of people; null stands for a person who was erased. */
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
export type AccountQueries = ReturnType<typeof accountQueries>
