import { z } from 'zod'
import { Billable } from '#schemas/billing/billable.ts'
import { endpoint } from '../endpoint.ts'
import { billingComparisonEvents } from '../events/billing-comparison.ts'
import { OrderKind } from '../events/billing-order.ts'
import { BillingOrderId } from '../ids.ts'

const many = z.int().min(0)

/** How many there are, and the oldest hundred of them. */
const oldest = <Item extends z.ZodType>(item: Item) => z.object({ total: many, oldest: z.array(item) })

/** The state of billing for operators: nothing in it names a person. Times are UTC instants. */
export const KioskBilling = z.object({
  provider: z.string(),
  open_orders: oldest(
    z.object({
      id: BillingOrderId,
      billable: Billable,
      kind: OrderKind,
      plan: z.string().nullable(),
      since: z.iso.datetime(),
      /** Whether the payer has to confirm it with their bank. */
      awaits_payer: z.boolean(),
    }),
  ),
  /** News of the payment provider that was received and not followed up yet; ids are the provider's. */
  unhandled_events: oldest(
    z.object({ id: z.string(), type: z.string(), customer_id: z.string().nullable(), received_at: z.iso.datetime() }),
  ),
  /** The last comparison of all subscriptions and invoices with the log, and how many differed; null before the first. */
  last_sweep: z.object({ at: z.iso.datetime(), subscriptions: many, invoices: many, differences: many }).nullable(),
  /** The first hundred differences that it found. All but a `surplus` subscription are mended. */
  differences: billingComparisonEvents.BillingCompared.shape.differences,
  /** When the provider was last asked for news that no webhook has brought; null if that is not known. */
  news_asked_at: z.iso.datetime().nullable(),
  /** When a comparison was asked for that is not made yet. */
  sweep_ordered_at: z.iso.datetime().nullable(),
})
export type KioskBilling = z.infer<typeof KioskBilling>

const ofOperators = { access: 'operator', response: KioskBilling } as const

export const showKioskBilling = endpoint('GET /api/kiosk/billing', {
  ...ofOperators,
  summary: 'Open orders, news that nobody followed up, and the last comparison with the payment provider',
})

export const orderBillingSweep = endpoint('POST /api/kiosk/billing/sweep', {
  ...ofOperators,
  transport: { mayGoOn: true },
  summary: 'Compare all subscriptions and invoices with the log now',
  about: 'A worker makes the comparison; `sweep_ordered_at` is null again once it has.',
})
