import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TeamId, UserId } from '../ids.ts'
import { Discount } from './coupons.ts'

const months = 'The months must be a whole number from 1 to 36.'
const value = 'The value must be a number above zero.'

/** The form of an operator: `value` in major units or percent, `months` of a repeating one. */
const Given = z
  .object({
    type: z.enum(['amount', 'percent'], { error: 'The selected type is invalid.' }).default('amount'),
    value: z.coerce.number({ error: value }).positive(value).max(999_999, 'The value is too large.'),
    duration: z.enum(['once', 'repeating', 'forever'], { error: 'The selected duration is invalid.' }).default('once'),
    months: z
      .union([
        z.literal('').transform(() => null),
        z.coerce.number({ error: months }).int(months).min(1, months).max(36, months),
      ])
      .nullish()
      .transform((number) => number ?? null),
  })
  .refine(({ type, value: percent }) => type === 'amount' || percent <= 100, {
    path: ['value'],
    error: 'The value may not be greater than 100 percent.',
  })
  .refine(({ type, value: amount }) => type === 'percent' || Math.round(amount * 100) > 0, {
    path: ['value'],
    error: 'The value must be at least 0.01.',
  })
  .refine(({ duration, months: number }) => duration !== 'repeating' || number !== null, {
    path: ['months'],
    error: 'The months field is required.',
  })
export type Given = z.output<typeof Given>

const giving = {
  access: 'operator',
  transport: { mayGoOn: true },
  body: Given,
  response: Discount,
  about: 'It takes the place of the present discount, and waits where there is no subscription.',
} as const

export const giveUserDiscount = endpoint('POST /spark/kiosk/users/discount/{userId}', {
  ...giving,
  params: z.object({ userId: UserId }),
  summary: 'Give a user a discount on what they pay for themselves',
})
export const giveTeamDiscount = endpoint('POST /api/kiosk/teams/discount/{id}', {
  ...giving,
  params: z.object({ id: TeamId }),
  summary: 'Give a team a discount',
})
