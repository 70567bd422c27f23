import { z } from 'zod'
import { changedAddressFields } from '#schemas/billing/billing-address.ts'
import { cardFields } from '#schemas/billing/payment-token.ts'
import { optionalReference, textIfSent } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { BillingOrderId, TeamId } from '../ids.ts'
import { invalidPlan } from './registration.ts'
import { Team } from './teams.ts'
import { CurrentUser } from './users.ts'

const one = z.object({ id: TeamId })

const Subscribing = z.object({
  plan: z.string({ error: 'The plan field is required.' }).max(64, invalidPlan),
  ...cardFields,
  coupon: textIfSent('coupon', 64),
  billing_order: optionalReference('billing order', BillingOrderId).meta({
    description:
      'The order about which the payer has answered their bank: its outcome comes back, and no other is placed. Left ' +
      'out: as it is.',
  }),
  ...changedAddressFields,
})
export type Subscribing = z.output<typeof Subscribing>

/** A payment method, an address, or both. */
const Paying = z.object({ ...cardFields, ...changedAddressFields })
export type Paying = z.output<typeof Paying>

const vatNumber = z.object({ vat_id: textIfSent('VAT id', 64) })
const furtherLines = z.object({ information: textIfSent('information', 2048) })

const change = { access: 'signed-in' } as const
const payment = { ...change, caller: { confirmed: true }, transport: { mayGoOn: true } } as const
const ofUser = { ...change, response: CurrentUser } as const
const ofTeam = { ...change, params: one, response: Team } as const

const about =
  'A plan of the plans file for this kind of account. Subscribes, changes the plan, or resumes what was cancelled; a free ' +
  'plan cancels. The answer is 202, with `billing_order`, while the payment provider is slow, and has `payment_action` ' +
  'where the payer must confirm with their bank: the same call afterwards goes on with it, best with the `id` of its ' +
  '`billing_order`.'

export const changeSubscription = endpoint('PUT /settings/subscription', {
  ...payment,
  response: CurrentUser,
  body: Subscribing,
  about,
  summary: 'Subscribe to a plan, change it, or resume it',
})
export const startSubscription = endpoint('POST /settings/subscription', {
  ...payment,
  response: CurrentUser,
  body: Subscribing,
  about,
  summary: 'Subscribe to a plan',
})
export const changeTeamSubscription = endpoint('PUT /settings/{teams}/{id}/subscription', {
  ...payment,
  params: one,
  response: Team,
  body: Subscribing,
  about,
  summary: 'Subscribe a team to a plan, change it, or resume it; its owner alone may',
})
export const startTeamSubscription = endpoint('POST /settings/{teams}/{id}/subscription', {
  ...payment,
  params: one,
  response: Team,
  body: Subscribing,
  about,
  summary: 'Subscribe a team to a plan; its owner alone may',
})

const untilThen = 'The plan stays until the end of the period that is paid for.'

export const cancelSubscription = endpoint('DELETE /settings/subscription', {
  access: 'signed-in',
  caller: { confirmed: true },
  summary: 'Cancel the subscription',
  about: untilThen,
})
export const cancelTeamSubscription = endpoint('DELETE /settings/{teams}/{id}/subscription', {
  access: 'signed-in',
  caller: { confirmed: true },
  params: one,
  about: untilThen,
  summary: 'Cancel the subscription of a team; its owner alone may',
})

export const replaceCard = endpoint('PUT /settings/payment-method', {
  ...payment,
  response: CurrentUser,
  body: Paying,
  summary: 'Pay with another card, or change the billing address',
})
export const replaceTeamCard = endpoint('PUT /settings/{teams}/{id}/payment-method', {
  ...payment,
  params: one,
  response: Team,
  body: Paying,
  summary: 'Pay for a team with another card, or change its billing address; its owner alone may',
})

export const changeVatNumber = endpoint('PUT /settings/payment-method/vat-id', {
  ...ofUser,
  body: vatNumber,
  summary: 'Change the VAT number',
})
export const changeTeamVatNumber = endpoint('PUT /settings/{teams}/{id}/payment-method/vat-id', {
  ...ofTeam,
  body: vatNumber,
  summary: 'Change the VAT number of a team; its owner alone may',
})

export const changeBillingInformation = endpoint('PUT /settings/extra-billing-information', {
  ...ofUser,
  body: furtherLines,
  summary: 'Change the further lines of the buyer on invoices',
})
export const changeTeamBillingInformation = endpoint('PUT /settings/{teams}/{id}/extra-billing-information', {
  ...ofTeam,
  body: furtherLines,
  summary: 'Change the further lines of the buyer on a team’s invoices; its owner alone may',
})
