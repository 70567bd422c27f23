import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import type { Billable } from '#schemas/billing/billable.ts'

type Columns = Record<string, SqlValue>

/** Changes the account of a billable, which begins with its first event. */
const change = (db: ReadDb, { kind, id }: Billable, columns: Columns): void => {
  insert(db, 'billing_accounts', { id, kind })
  update(db, 'billing_accounts', id, columns)
}

type OfSubscription = { billable: Billable; subscriptionId: string }

/** Changes the subscription of an account, unless the event is about one that another has replaced. */
const changeSubscription = (db: ReadDb, { billable, subscriptionId }: OfSubscription, columns: Columns): void => {
  const current = db.one<{ subscription_id: string }>(
    'SELECT subscription_id FROM billing_accounts WHERE id = ?',
    billable.id,
  )
  if (current?.subscription_id === subscriptionId) change(db, billable, columns)
}

const settle = (db: ReadDb, { data }: { data: { billable: Billable; orderId: string } }): void => {
  db.run(
    `UPDATE billing_accounts SET order_id = NULL, order_kind = NULL, order_plan = NULL, order_since = NULL,
       order_awaits = 0 WHERE id = ? AND order_id = ?`,
    data.billable.id,
    data.orderId,
  )
}

const forgetPerson = (db: ReadDb, id: string): void => {
  db.run('DELETE FROM addresses WHERE account_id = ? OR given_by = ?', id, id)
  update(db, 'billing_accounts', id, { information: null })
}

/**
 * The billing accounts of teams and users, as the log tells them: nothing that a payer could be charged with, and no
 * secret of a payment, is in them.
 */
export const billingAccounts: Part = {
  tables: `
    CREATE TABLE billing_accounts (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, provider TEXT, customer_id TEXT,
      card_brand TEXT, card_last_four TEXT, card_expiry TEXT, information TEXT, tax_rate REAL, chosen_plan TEXT,
      subscription_id TEXT, plan TEXT, quantity INTEGER, trial_ends_at TEXT, period_end TEXT, ends_at TEXT,
      overdue_since TEXT, awaits_payer INTEGER, ended INTEGER NOT NULL DEFAULT 0,
      order_id TEXT, order_kind TEXT, order_plan TEXT, order_since TEXT, order_awaits INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE addresses (
      account_id TEXT PRIMARY KEY, given_by TEXT, address TEXT, line_2 TEXT, city TEXT, state TEXT, zip TEXT,
      country TEXT, vat_id TEXT
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    BillingAddressGiven: (db, { data, metadata }) => {
      db.run(
        `INSERT OR REPLACE INTO addresses (account_id, given_by, address, line_2, city, state, zip, country, vat_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        data.billable.id,
        // Version 1 is sealed with its giver's key, and goes with them.
        metadata.version === 1 ? data.userId : null,
        data.address,
        data.addressLine2,
        data.city,
        data.state,
        data.zip,
        data.country,
        data.vatId,
      )
    },
    ExtraBillingInformationGiven: (db, { data }) => change(db, data.billable, { information: data.information }),
    PlanChosen: (db, { data }) => change(db, data.billable, { chosen_plan: data.plan }),
    TaxRateSet: (db, { data }) => change(db, data.billable, { tax_rate: data.rate }),
    CustomerRegistered: (db, { data }) =>
      change(db, data.billable, { provider: data.provider, customer_id: data.customerId }),
    PaymentMethodReplaced: (db, { data: { billable, brand, lastFour, expiry } }) =>
      change(db, billable, { card_brand: brand, card_last_four: lastFour, card_expiry: expiry }),
    BillingOrderPlaced: (db, { data: { billable, orderId, kind, plan, placedAt } }) =>
      change(db, billable, {
        order_id: orderId,
        order_kind: kind,
        order_plan: plan?.id ?? null,
        order_since: placedAt,
        order_awaits: 0,
      }),
    BillingOrderRetried: (db, { data }) => change(db, data.billable, { order_awaits: 0 }),
    BillingOrderAwaitsPayer: (db, { data }) => change(db, data.billable, { order_awaits: 1 }),
    BillingOrderDone: settle,
    BillingOrderRefused: settle,
    SubscriptionStarted: (db, { data: { billable, subscriptionId, plan, quantity, trialEndsAt, periodEnd } }) =>
      change(db, billable, {
        subscription_id: subscriptionId,
        plan,
        quantity,
        trial_ends_at: trialEndsAt,
        period_end: periodEnd,
        ends_at: null,
        overdue_since: null,
        awaits_payer: 0,
        ended: 0,
        chosen_plan: null,
      }),
    PlanSwapped: (db, { data }) =>
      changeSubscription(db, data, { plan: data.plan, quantity: data.quantity, period_end: data.periodEnd }),
    TrialEnded: (db, { data }) => changeSubscription(db, data, { trial_ends_at: null, period_end: data.periodEnd }),
    SubscriptionCancelled: (db, { data }) => changeSubscription(db, data, { ends_at: data.endsAt }),
    SubscriptionResumed: (db, { data }) => changeSubscription(db, data, { ends_at: null }),
    SubscriptionRenewed: (db, { data }) => changeSubscription(db, data, { period_end: data.periodEnd }),
    PaymentOverdue: (db, { data }) => changeSubscription(db, data, { overdue_since: data.at }),
    RenewalAwaitsPayer: (db, { data }) => changeSubscription(db, data, { awaits_payer: 1 }),
    RenewalWaitEnded: (db, { data }) => changeSubscription(db, data, { awaits_payer: 0 }),
    PaymentRecovered: (db, { data }) => changeSubscription(db, data, { overdue_since: null, awaits_payer: 0 }),
    SubscriptionEnded: (db, { data }) => changeSubscription(db, data, { ends_at: data.at, awaits_payer: 0, ended: 1 }),
    // There is no account that it could belong to.
    RegistrationRefused: (db, { data: { billable } }) => {
      db.run('DELETE FROM addresses WHERE account_id = ?', billable.id)
      db.run('DELETE FROM billing_accounts WHERE id = ?', billable.id)
    },
    TeamPurged: (db, { data }) => forgetPerson(db, data.teamId),
    PersonErased: (db, { data }) => {
      // Deleted teams of an erased person are not restored.
      const teams = db.all<{ id: string }>('SELECT id FROM deleted_teams WHERE owner_id = ?', data.userId)
      for (const { id } of [...teams, { id: data.userId }]) forgetPerson(db, id)
    },
  },
}
