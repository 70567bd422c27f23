import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { OrderKind } from '#schemas/events/billing-order.ts'
import type { BillingOrderId } from '#schemas/ids.ts'

/** An account as it is stored; times are UTC instants. */
export type BillingAccountRow = {
  provider: 'sandbox' | 'stripe' | 'braintree' | null
  customer_id: string | null
  card_brand: string | null
  card_last_four: string | null
  information: string | null
  /** The percentage on the next invoices; null until it was decided. */
  tax_rate: number | null
  chosen_plan: string | null
  /** The newest subscription, which may have ended; null before the first. */
  plan: string | null
  quantity: number | null
  trial_ends_at: string | null
  period_end: string | null
  ends_at: string | null
  overdue_since: string | null
  /** 1 while the payer has to confirm a renewal. */
  awaits_payer: number | null
  ended: number
  order_id: BillingOrderId | null
  order_kind: OrderKind | null
  order_plan: string | null
  order_since: string | null
  /** 1 while the payer has to confirm the order. */
  order_awaits: number
}

/** `billing_country` is an ISO 3166-1 code. */
type BillingAddressRow = {
  billing_address: string | null
  billing_address_line_2: string | null
  billing_city: string | null
  billing_state: string | null
  billing_zip: string | null
  billing_country: string | null
  vat_id: string | null
}

/** An order without an outcome; `awaits_payer` is 1 while the payer has to confirm it. */
type OpenOrderRow = {
  id: BillingOrderId
  billable_kind: Billable['kind']
  billable_id: Billable['id']
  kind: OrderKind
  plan: string | null
  since: string
  awaits_payer: number
}

export const billingAccountQueries = (db: ReadDb) => ({
  /** Undefined before the first event of the account. */
  account: ({ id }: Pick<Billable, 'id'>) =>
    db.one<BillingAccountRow>(
      `SELECT provider, customer_id, card_brand, card_last_four, information, tax_rate, chosen_plan, plan, quantity,
         trial_ends_at, period_end, ends_at, overdue_since, awaits_payer, ended,
         order_id, order_kind, order_plan, order_since, order_awaits
       FROM billing_accounts WHERE id = ?`,
      id,
    ),
  /** The customer whose newest subscription it is; null for a subscription of nobody here. */
  customerOf: (subscriptionId: string): string | null =>
    db.one<{ customer_id: string | null }>(
      'SELECT customer_id FROM billing_accounts WHERE subscription_id = ?',
      subscriptionId,
    )?.customer_id ?? null,
  /** The oldest orders that have no outcome yet, and how many there are. */
  openOrders: (limit: number): { total: number; oldest: OpenOrderRow[] } => ({
    total:
      db.one<{ total: number }>('SELECT count(*) AS total FROM billing_accounts WHERE order_id IS NOT NULL')?.total ??
      0,
    oldest: db.all<OpenOrderRow>(
      `SELECT order_id AS id, kind AS billable_kind, id AS billable_id, order_kind AS kind, order_plan AS plan,
         order_since AS since, order_awaits AS awaits_payer
       FROM billing_accounts WHERE order_id IS NOT NULL ORDER BY order_since, id LIMIT ? + 0`,
      limit,
    ),
  }),
  /** Undefined before it is given, and once the billable is gone. */
  addressOf: ({ id }: Pick<Billable, 'id'>) =>
    db.one<BillingAddressRow>(
      `SELECT address AS billing_address, line_2 AS billing_address_line_2, city AS billing_city,
         state AS billing_state, zip AS billing_zip, country AS billing_country, vat_id
       FROM addresses WHERE account_id = ?`,
      id,
    ),
})
