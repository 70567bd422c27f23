import { beforeAll, describe, expect, test } from 'vitest'
import { type BillingCommand, billingDecider } from '#api/domain/billing/billing.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { startApp } from '#tests/support/app.ts'
import { providerSubscription, untaxed, visa } from '#tests/support/billing.ts'
import { prepared } from '#tests/support/prepared.ts'
import { decide } from '#tests/support/record-event.ts'
import { newTeam } from '#tests/support/teams.ts'

const at = '2026-03-02T10:00:00.000Z'
const trialEndsAt = '2126-03-10T10:00:00.000Z'
const periodEnd = '2126-04-01T10:00:00.000Z'
const address = {
  address: '1 High Street',
  addressLine2: 'Floor 2',
  city: 'Leeds',
  state: 'Yorkshire',
  zip: 'LS1 1AA',
  country: 'GB',
  vatId: 'GB980780684',
}

describe('a team that subscribes', () => {
  const app = prepared(() => startApp())
  const owner = prepared(() => newTeam(app))
  let seen: { headers: Record<string, string> }
  beforeAll(async () => {
    const billable: Billable = { kind: 'team', id: owner.teamId }
    const of = { status: 'trialing', plan: 'starter-monthly', quantity: 1, trialEndsAt, periodEnd } as const
    const snapshot = {
      card: visa,
      subscriptions: [providerSubscription({ ...of, endsAt: periodEnd })],
      reverseCharge: false,
    }
    const commands: BillingCommand[] = [
      { type: 'GiveBillingAddress', billable, userId: owner.userId, address, tax: null },
      { type: 'GiveExtraBillingInformation', billable, information: 'Order 4711' },
      { type: 'RegisterCustomer', billable, provider: 'sandbox', customerId: 'cus_1' },
      { type: 'Converge', billable, at, snapshot, settles: null, ...untaxed() },
    ]
    for (const command of commands) seen = await decide(app, billingDecider, billingStream(billable), command)
  })

  test('[ENT2-07] [ENT2-08] [ENT2-09] has its trial, tax, card, address, VAT number and id at the provider', async () => {
    const team = await owner.ask(currentTeam, {}, seen)

    expect(Date.parse(team.trial_ends_at ?? '')).toBeGreaterThan(Date.now())
    expect(team).toMatchObject({ tax_rate: 0, card_brand: 'visa', card_last_four: '4242', subscriptions: [{}] })
    expect(team).toMatchObject({
      billing_address: '1 High Street',
      billing_address_line_2: 'Floor 2',
      billing_city: 'Leeds',
      billing_state: 'Yorkshire',
      billing_zip: 'LS1 1AA',
      billing_country: 'GB',
      vat_id: 'GB980780684',
      extra_billing_information: 'Order 4711',
      stripe_id: 'cus_1',
      braintree_id: null,
    })
  })

  test('[ENT2-10] [CONST2-17] has one subscription that counts, the one named default', async () => {
    const { subscriptions, state } = await owner.ask(currentTeam, {}, seen)

    const times = { trial_ends_at: trialEndsAt, ends_at: periodEnd }
    expect(subscriptions).toMatchObject([{ name: 'default', provider_plan: 'starter-monthly', ...times }])
    expect(state).toMatchObject({ active: false, grace: true, trial: true })
  })
})
