import { beforeAll, describe, expect, test } from 'vitest'
import { type BillingCommand, billingDecider } from '#api/domain/billing/billing.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { customerPage } from '#api/routes/kiosk-profiles.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { showTeamProfile, showUserProfile } from '#schemas/resources/kiosk-profiles.ts'
import { startApp } from '#tests/support/app.ts'
import { providerSubscription, untaxed, visa } from '#tests/support/billing.ts'
import { issueInvoice } from '#tests/support/invoices.ts'
import { prepared } from '#tests/support/prepared.ts'
import { decide } from '#tests/support/record-event.ts'
import { newTeam, registration } from '#tests/support/teams.ts'

const email = registration().email
const at = '2026-03-02T10:00:00.000Z'

describe('profiles for operators', () => {
  const app = prepared(() => startApp({ env: { operatorEmails: [email] } }))
  const boss = prepared(() => newTeam(app, { email }))
  const owner = prepared(() => newTeam(app))
  let seen: { headers: Record<string, string> }

  beforeAll(async () => {
    const team: Billable = { kind: 'team', id: owner.teamId }
    const order = (command: BillingCommand) => decide(app, billingDecider, billingStream(team), command)
    await order({ type: 'RegisterCustomer', billable: team, provider: 'sandbox', customerId: 'cus_1' })
    const snapshot = {
      card: visa,
      reverseCharge: false,
      subscriptions: [providerSubscription({ plan: 'starter-monthly' })],
    }
    await order({ type: 'Converge', billable: team, at, snapshot, settles: null, ...untaxed() })
    const paid = { type: 'PayInvoice', at } as const
    await issueInvoice(app, team, {}, paid)
    await issueInvoice(app, team, {}, paid, { type: 'RefundInvoice', refundedMinor: 280, at })
    await issueInvoice(app, team, { totalMinor: 9900 })
    await issueInvoice(app, team, { totalMinor: 9900 }, { type: 'VoidInvoice', at })
    ;({ seen } = await issueInvoice(app, { kind: 'user', id: owner.userId }, { totalMinor: 900 }, paid))
  })

  test('[API2G-09] show a team as its owner sees it, what it holds, and what its invoices brought', async () => {
    const { body } = await boss.call(showTeamProfile, { params: { id: owner.teamId } }, seen)

    expect(body).toMatchObject({ revenue: 42.8, provider_url: null })
    expect(body.team).toMatchObject({
      id: owner.teamId,
      owner_id: owner.userId,
      stripe_id: 'cus_1',
      card_last_four: '4242',
      site_count: 0,
      file_count: 0,
      files_size: 0,
    })
    expect(body.team.subscriptions).toMatchObject([{ name: 'default', provider_plan: 'starter-monthly' }])
    expect(Date.parse(body.team.created_at ?? '')).not.toBeNaN()
    const own = await boss.ask(showTeamProfile, { params: { id: boss.teamId } })
    expect([body, own].map(({ team }) => team.owned_by_operator)).toEqual([false, true])
  })

  test('[API2G-05] show a user with their teams, and what they and the teams that they own have paid', async () => {
    const { body } = await boss.call(showUserProfile, { params: { id: owner.userId } }, seen)

    expect(body).toMatchObject({ revenue: 51.8, provider_url: null })
    expect(body.user).toMatchObject({ id: owner.userId, email: owner.email, two_factor: null, trial_ends_at: null })
    expect(body.user.teams).toMatchObject([{ id: owner.teamId, role: 'owner' }])
    expect(Date.parse(body.user.created_at ?? '')).not.toBeNaN()
    expect(body.user.last_logged_in_at).not.toBeNull()
  })

  test('link to the customer where the payment provider has a page of them', () => {
    const customer = { stripe_id: 'cus_1' }
    const of = (provider: 'sandbox' | 'stripe', public_key: string) => customerPage({ provider, public_key }, customer)

    expect(of('stripe', 'pk_live_1')).toBe('https://dashboard.stripe.com/customers/cus_1')
    expect(of('stripe', 'pk_test_1')).toBe('https://dashboard.stripe.com/test/customers/cus_1')
    expect(of('sandbox', 'pk_test_sandbox')).toBeNull()
    expect(customerPage({ provider: 'stripe', public_key: 'pk_live_1' }, { stripe_id: null })).toBeNull()
  })
})
