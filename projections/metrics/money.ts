import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { contribute, hasContributed } from './contributions.ts'

type Terms = Pick<EventNamed<'SubscriptionStarted'>['data'], 'plan' | 'unitMinor' | 'interval' | 'quantity'>
type Columns = Readonly<Record<string, string | number | null>>

/** The yearly revenue of a subscription in minor units; a twelfth of it is its monthly revenue. */
const yearly = ({ unitMinor, interval, quantity }: Terms): number =>
  unitMinor * quantity * (interval === 'monthly' ? 12 : 1)

const columnsOf = ({ plan, interval, ...terms }: Terms) => ({
  plan,
  interval,
  yearly_minor: yearly({ plan, interval, ...terms }),
})

/** A subscription counts while it is neither on trial, nor cancelled, nor over (D-61). */
export const isPaying = 'trialing = 0 AND cancelled = 0 AND ended = 0'

const recurring = (db: ReadDb, id: string): number =>
  db.one<{ yearly_minor: number }>(`SELECT yearly_minor FROM subscriptions WHERE id = ? AND ${isPaying}`, id)
    ?.yearly_minor ?? 0

type OfSubscription = { position: string; type: RecordedEvent['type']; data: { subscriptionId: string; at: string } }

/** Changes a subscription, once, and stores the change of recurring revenue on the day on which it happened. */
const change = (db: ReadDb, event: OfSubscription, columns: Columns): void => {
  const { position, data } = event
  const before = recurring(db, data.subscriptionId)
  const names = Object.keys(columns)
  const changed = db.run(
    `UPDATE subscriptions SET ${names.map((name) => `${name} = ?, `).join('')} position = ? WHERE id = ? AND position < ?`,
    ...Object.values(columns),
    BigInt(position),
    data.subscriptionId,
    BigInt(position),
  )
  if (changed === 0) return
  contribute(db, event, data.at, { recurring: recurring(db, data.subscriptionId) - before })
}

/** Paid invoices count on the day of their payment, with tax; a refund takes away on its own day. */
const paid = (db: ReadDb, event: Recorded<EventNamed<'InvoicePaid' | 'InvoiceRefunded'>>, change: number): void => {
  const { at } = event.data
  if (!hasContributed(db, event, at)) contribute(db, event, at, { volume: change })
}

/** Subscriptions with what they bring, and the payments of invoices; times are those of the payment provider. */
export const money: Part = {
  tables: `
    CREATE TABLE subscriptions (
      id TEXT PRIMARY KEY, billable_id TEXT NOT NULL, plan TEXT NOT NULL, interval TEXT NOT NULL,
      yearly_minor INTEGER NOT NULL, trialing INTEGER NOT NULL, cancelled INTEGER NOT NULL DEFAULT 0,
      ended INTEGER NOT NULL DEFAULT 0, position INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX subscriptions_of_billable ON subscriptions (billable_id);
  `,
  handlers: {
    SubscriptionStarted: (db, event) => {
      const { data, position } = event
      const trialing = data.trialEndsAt === null ? 0 : 1
      const row = { id: data.subscriptionId, billable_id: data.billable.id, ...columnsOf(data), trialing }
      if (insert(db, 'subscriptions', { ...row, position: BigInt(position) }) === 0) return
      contribute(db, event, data.at, { recurring: recurring(db, data.subscriptionId) })
    },
    PlanSwapped: (db, event) => change(db, event, columnsOf(event.data)),
    TrialEnded: (db, event) => change(db, event, { trialing: 0 }),
    SubscriptionCancelled: (db, event) => change(db, event, { cancelled: 1 }),
    SubscriptionResumed: (db, event) => change(db, event, { cancelled: 0 }),
    SubscriptionEnded: (db, event) => change(db, event, { ended: 1 }),
    InvoicePaid: (db, event) => paid(db, event, event.data.totalMinor),
    InvoiceRefunded: (db, event) => paid(db, event, -event.data.amountMinor),
  },
}
