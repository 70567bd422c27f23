import { z } from 'zod'
import { Currency } from '#schemas/billing/money.ts'
import { requiredText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId, UserId } from '../ids.ts'

/** The discount: a percentage, or an amount in minor units (D-31); one of the two is null. */
const off = {
  /** The code to type; null for a discount of an operator. */
  code: z.string().nullable(),
  percent_off: z.number().nullable(),
  amount_off: z.int().nullable(),
  duration: z.enum(['once', 'repeating', 'forever']),
  duration_in_months: z.int().nullable(),
}

const Coupon = z.object({ ...off, code: z.string() }).meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof Coupon>

/** The discount of a team or a user: it counts for the next invoices, or waits until there is a subscription. */
export const Discount = z
  .object({
    ...off,
    currency: Currency.nullable(),
    ends_at: z.iso.datetime().nullable(),
    waits: z.boolean(),
  })
  .meta({ id: 'Discount' })
export type Discount = z.infer<typeof Discount>

export const showCoupon = endpoint('GET /coupon/{code}', {
  access: 'public',
  params: z.object({ code: z.string().max(64) }),
  response: Coupon,
  summary: 'What a coupon takes off',
})

const showing = {
  access: 'signed-in',
  response: Discount,
  transport: { mayBeNone: true },
} as const

export const showUserDiscount = endpoint('GET /coupon/user/{id}', {
  ...showing,
  params: z.object({ id: UserId }),
  summary: 'The present discount of a user; they and operators may ask',
})
export const showTeamDiscount = endpoint('GET /coupon/{team}/{id}', {
  ...showing,
  params: z.object({ id: TeamId }),
  summary: 'The present discount of a team; its owner and operators may ask',
})

const redeeming = {
  access: 'signed-in',
  caller: { confirmed: true },
  transport: { mayGoOn: true },
  response: Discount,
  body: z.object({ coupon: requiredText('coupon', 64) }),
  about: 'It takes the place of the present discount. Each coupon can be redeemed once by each team and user.',
} as const

export const redeemCoupon = endpoint('POST /settings/payment-method/coupon', {
  ...redeeming,
  summary: 'Redeem a coupon',
})
export const redeemTeamCoupon = endpoint('POST /settings/{teams}/{id}/payment-method/coupon', {
  ...redeeming,
  params: z.object({ id: TeamId }),
  summary: 'Redeem a coupon for a team; its owner alone may',
})
