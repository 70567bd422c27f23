import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import type { Billable } from '#schemas/billing/billable.ts'

const change = (db: ReadDb, { kind, id }: Billable, columns: Record<string, SqlValue>): void => {
  insert(db, 'payers', { id, kind })
  update(db, 'payers', id, columns)
}

const forget = (db: ReadDb, id: string) => db.run('DELETE FROM payers WHERE id = ?', id)

/** Trials that will end and cards that will expire. The read model belongs to the workers process. */
export const billingReminders: Projection = {
  name: 'billing-reminders',
  version: 3,
  tables: `
    CREATE TABLE payers (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, goes_on INTEGER NOT NULL DEFAULT 1, subscribed INTEGER NOT NULL DEFAULT 0,
      trial_ends_at TEXT, trial_told INTEGER NOT NULL DEFAULT 0, card_expiry TEXT, card_told INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ending_trials ON payers (trial_ends_at) WHERE trial_told = 0 AND goes_on = 1;
    CREATE INDEX expiring_cards ON payers (card_expiry) WHERE card_told = 0 AND goes_on = 1 AND subscribed = 1;
  `,
  handlers: {
    TeamCreated: (db, { data }) =>
      change(db, { kind: 'team', id: data.teamId }, { trial_ends_at: data.trialEndsAt, trial_told: 0 }),
    // The end of a subscription's own trial is the provider's.
    TeamTrialChanged: (db, { data }) =>
      db.run(
        'UPDATE payers SET trial_ends_at = ?, trial_told = 0 WHERE id = ? AND subscribed = 0',
        data.trialEndsAt,
        data.teamId,
      ),
    SubscriptionStarted: (db, { data }) =>
      change(db, data.billable, { subscribed: 1, goes_on: 1, trial_ends_at: data.trialEndsAt, trial_told: 0 }),
    TrialEnded: (db, { data }) => change(db, data.billable, { trial_ends_at: null }),
    SubscriptionCancelled: (db, { data }) => change(db, data.billable, { goes_on: 0 }),
    SubscriptionResumed: (db, { data }) => change(db, data.billable, { goes_on: 1 }),
    SubscriptionEnded: (db, { data }) => change(db, data.billable, { subscribed: 0, trial_ends_at: null }),
    PaymentMethodReplaced: (db, { data }) => change(db, data.billable, { card_expiry: data.expiry, card_told: 0 }),
    TrialEndsSoon: (db, { data }) => change(db, data.billable, { trial_told: 1 }),
    CardExpiresSoon: (db, { data }) => change(db, data.billable, { card_told: 1 }),
    TeamDeleted: (db, { data }) => db.run('UPDATE payers SET goes_on = 0 WHERE id = ?', data.teamId),
    TeamRestored: (db, { data }) => db.run('UPDATE payers SET goes_on = 1 WHERE id = ?', data.teamId),
    TeamPurged: (db, { data }) => forget(db, data.teamId),
    PersonErased: (db, { data }) => forget(db, data.userId),
  },
}

export const reminderQueries = (db: ReadDb) => ({
  /** Those whose trial ends after one instant and not after another, and who were not told. */
  endingTrials: (after: string, until: string) =>
    db
      .all<Billable & { trialEndsAt: string }>(
        `SELECT kind, id, trial_ends_at AS trialEndsAt FROM payers
         WHERE trial_told = 0 AND goes_on = 1 AND trial_ends_at > ? AND trial_ends_at <= ? ORDER BY trial_ends_at`,
        after,
        until,
      )
      .map(({ trialEndsAt, ...billable }) => ({ billable, trialEndsAt })),
  /** Those who pay with a card that expires in a month, 'yyyy-mm', and were not told. */
  expiringCards: (month: string) =>
    db.all<Billable>(
      `SELECT kind, id FROM payers
       WHERE card_told = 0 AND goes_on = 1 AND subscribed = 1 AND card_expiry = ? ORDER BY id`,
      month,
    ),
})
export type ReminderQueries = ReturnType<typeof reminderQueries>
