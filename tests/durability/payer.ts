import type { Endpoint } from '#schemas/endpoint.ts'
import {
  cancelTeamSubscription,
  changeTeamSubscription,
  changeTeamVatNumber,
  replaceTeamCard,
} from '#schemas/resources/billing.ts'
import { redeemTeamCoupon } from '#schemas/resources/coupons.ts'
import { confirmIdentity, signIn } from '#schemas/resources/sessions.ts'
import { pathOf } from '#tests/support/caller.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { type Member, password } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { coupons } from './discounts.ts'
import { anyOf } from './trouble.ts'

const plans = ['starter-monthly', 'starter-yearly', 'business-monthly', 'business-yearly'] as const
/** Cards of the sandbox: those that pay, one that is declined when it is added, one at each charge, one to be confirmed. */
const cards = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
]

/** Where a payer may be: each has another tax, and the number counts in one of them. */
const leeds = { city: 'Leeds', state: 'Yorkshire', zip: 'LS1 1AA', country: 'GB' }
const places = [
  leeds,
  { city: 'Berlin', state: 'Berlin', zip: '10115', country: 'DE' },
  { city: 'Lyon', state: 'Rhône', zip: '69001', country: 'FR' },
  { city: 'Boston', state: 'Massachusetts', zip: '02108', country: 'US' },
]
const vatNumbers = ['DE136695976', '']
const codes = [...coupons.map(({ id }) => id), 'UNKNOWN']

type Order = { endpoint: Endpoint; body?: object }

/** The start of every payer. */
const firstOrder: Order = {
  endpoint: changeTeamSubscription,
  body: { plan: 'starter-monthly', stripe_token: 'pm_card_visa', ...leeds },
}

/** The next wish of a payer, whatever state they are in. */
const anyOrder = (): Order => {
  const dice = Math.random()
  if (dice < 0.12) return { endpoint: cancelTeamSubscription }
  if (dice < 0.22) return { endpoint: replaceTeamCard, body: { stripe_token: anyOf(cards) } }
  if (dice < 0.32) return { endpoint: replaceTeamCard, body: anyOf(places) }
  if (dice < 0.38) return { endpoint: changeTeamVatNumber, body: { vat_id: anyOf(vatNumbers) } }
  if (dice < 0.48) return { endpoint: redeemTeamCoupon, body: { coupon: anyOf(codes) } }
  const body = { plan: anyOf(plans), stripe_token: anyOf(cards) }
  const more = dice < 0.58 ? { coupon: anyOf(codes) } : dice < 0.68 ? anyOf(places) : {}
  return { endpoint: changeTeamSubscription, body: { ...body, ...more } }
}

/** How long a payer tries, in milliseconds: what was killed comes back long before. */
const patience = { timeout: 600_000 }

/** Answers that settle an order for its payer: done, going on, refused, or another one is under way. */
const settled = [200, 202, 204, 409, 422]

export type PayerNumbers = { failedTries: number; refused: number; confirmed: number }

/** The owner of a team, who orders one thing after the other, each again with the same key until it is answered. */
export const payerOf = (member: Member, confirmPayment: (clientSecret: string) => Promise<void>) => {
  let isFirst = true
  const numbers: PayerNumbers = { failedTries: 0, refused: 0, confirmed: 0 }

  const send = async ({ endpoint, body }: Order): Promise<{ status: number; body: unknown }> => {
    const headers = { 'idempotency-key': newCommandId() }
    const path = pathOf(endpoint, { params: { id: member.teamId } })
    return until(async () => {
      numbers.failedTries += 1
      const answer = await member.request(endpoint.method, path, { ...(body ? { json: body } : {}), headers })
      if (answer.status === 401) await member.call(signIn, { body: { email: member.email, password } })
      if (answer.status === 403) await member.call(confirmIdentity, { body: { password } })
      if (!settled.includes(answer.status)) throw new Error(`An order was answered ${answer.status}`)
      numbers.failedTries -= 1
      return answer
    }, patience)
  }

  return {
    numbers,
    teamId: member.teamId,
    /** Orders something, and confirms the payment with their bank if it is asked for. */
    order: async (): Promise<void> => {
      const wish = isFirst ? firstOrder : anyOrder()
      isFirst = false
      const { status, body } = await send(wish)
      if (status === 422 || status === 409) numbers.refused += 1
      const { payment_action: action = null } = (body ?? {}) as { payment_action?: { client_secret: string } | null }
      if (action === null || Math.random() < 0.3) return
      await confirmPayment(action.client_secret)
      numbers.confirmed += 1
      await send(wish)
    },
  }
}
