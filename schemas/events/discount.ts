import { z } from 'zod'
import { Billable } from '#schemas/billing/billable.ts'
import { Currency, MinorUnits } from '#schemas/billing/money.ts'
import type { EventOf } from '../event.ts'

/** A discount: percent, or an amount in minor units of a currency; one of the two is null. */
export const DiscountTerms = z.object({
  source: z.enum(['coupon', 'operator']),
  /** The coupon at the provider. */
  couponId: z.string(),
  /** The typed code; null for a discount of an operator. */
  code: z.string().nullable(),
  percentOff: z.number().nullable(),
  amountMinor: MinorUnits.nullable(),
  currency: Currency.nullable(),
  duration: z.enum(['once', 'repeating', 'forever']),
  /** Months of a repeating one. */
  months: z.int().nullable(),
})
export type DiscountTerms = z.infer<typeof DiscountTerms>

/** One discount of a billable at a time: a new one takes the place of the old (D-97, P-7). */
export const discountEvents = {
  DiscountApplied: z.object({ billable: Billable, ...DiscountTerms.shape, endsAt: z.iso.datetime().nullable() }),
  /** It waits until there is a subscription (D-97, P-6). */
  DiscountWaits: z.object({ billable: Billable, ...DiscountTerms.shape }),
  /** A coupon counts once for each billable (D-54). */
  CouponRedeemed: z.object({ billable: Billable, couponId: z.string(), code: z.string().nullable() }),
  DiscountEnded: z.object({ billable: Billable, couponId: z.string(), at: z.iso.datetime() }),
}

export type DiscountEvent = EventOf<typeof discountEvents>
