import { z } from 'zod'
import { changedAddressFields } from '#schemas/billing/billing-address.ts'
import { Currency } from '#schemas/billing/money.ts'
import { textIfSent } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'
import { invalidPlan } from './registration.ts'

const Wished = z.object({
  plan: z.string({ error: 'The plan field is required.' }).max(64, invalidPlan),
  coupon: textIfSent('coupon', 64),
  ...changedAddressFields,
})

/** The result of ordering a plan now. Amounts are in major units (D-31), times UTC instants. */
export const SubscriptionPreview = z
  .object({
    plan: z.string(),
    /** The kind of the order; `none` if the plan is there already. */
    kind: z.enum(['subscribe', 'swap', 'resume', 'cancel', 'none']),
    currency: Currency,
    interval: z.enum(['monthly', 'yearly']),
    /** For each interval, before tax. */
    price: z.number(),
    /** In percent, of the address that was sent or is known. */
    tax_rate: z.number(),
    /** For each interval: the tax of the price, and the price with it. */
    tax: z.number(),
    total: z.number(),
    /** The immediate charge, with tax, less discounts and the credit for unused time. */
    due_today: z.number(),
    tax_today: z.number(),
    /** The rest of the credit: it is held, and taken off the next invoices. */
    credit: z.number(),
    /** The lines of today's payment, before discounts and tax. */
    lines: z.array(z.object({ description: z.string(), amount: z.number() })),
    /** When the plan is paid for next; null for a cancellation. */
    next_payment_at: z.iso.datetime().nullable(),
    /** When the subscription ends, for a cancellation. */
    ends_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SubscriptionPreview' })
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>

const asking = { access: 'signed-in', body: Wished } as const
const about =
  'Nothing is ordered, and no card is needed. The amounts are those of the payment provider at this moment. A plan below ' +
  'present use is refused as by the order itself: 422 under `plan`, with the numbers. `coupon` is one that the order would ' +
  'redeem; without it, the discount that waits for a subscription counts. An address that the order would give is taxed ' +
  'in place of the known one.'

export const previewSubscription = endpoint('POST /settings/subscription/preview', {
  ...asking,
  response: SubscriptionPreview,
  about,
  summary: 'What ordering a plan would cost now',
})
export const previewTeamSubscription = endpoint('POST /settings/{teams}/{id}/subscription/preview', {
  ...asking,
  response: SubscriptionPreview,
  about,
  params: z.object({ id: TeamId }),
  summary: 'What ordering a plan for a team would cost now; its owner alone may ask',
})
