import { describe, expect, test } from 'vitest'
import { billingStream, invoiceStream, teamStream, userStream } from '#api/event-store/streams.ts'
import { Postponed } from '#api/renderer/rendering.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { EventNamed, EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { billingWorld, visa } from '#tests/support/billing.ts'
import { invoiceFor } from '#tests/support/invoices.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { compose } from '#workers/mail/registry.ts'

const at = '2026-03-01T10:00:00.000Z'
const userId = newUserId()
const teamId = newTeamId()
const team: Billable = { kind: 'team', id: teamId }
const user: Billable = { kind: 'user', id: userId }
const registered = recorded('UserRegistered', { userId, name: 'Ann', email: 'ann@example.com', passwordHash: 'x' })
const created = recorded('TeamCreated', { teamId, ownerId: userId, name: 'North', slug: 'north', trialEndsAt: at })
const erased = recorded('PersonErased', { userId, addressedIds: [] })
const deleted = recorded('TeamDeleted', { teamId, deletedBy: userId })

const { started } = billingWorld()
const subscriptionOf = (billable: Billable) => {
  const { data } = started({ plan: 'starter-monthly' }) as EventNamed<'SubscriptionStarted'>
  return recorded('SubscriptionStarted', { ...data, billable })
}
const of = (billable: Billable) => ({ billable, subscriptionId: 'sub_1' })

type Logged = { [stream: string]: RecordedEvent[] }

const tools = (logged: Logged = {}, people = [registered], teams = [created]) => ({
  ...textTools,
  digest: () => '',
  ledger: {
    read: async (stream: string) =>
      ({ [userStream(userId)]: people, [teamStream(teamId)]: teams, ...logged })[stream] ?? [],
  },
})

const issued = invoiceFor(team)
const invoice = recorded('InvoiceRecorded', issued)
const { invoiceId, number, totalMinor, currency } = issued
const ofInvoice = { invoiceId, billable: team, number, totalMinor, currency }
const paid = recorded('InvoicePaid', { ...ofInvoice, at })
const failed = recorded('InvoicePaymentFailed', { ...ofInvoice, attempt: 1, nextAt: '2026-03-04T10:00:00.000Z' })
const withInvoice = (...more: RecordedEvent[]): Logged => ({ [invoiceStream(invoiceId)]: [invoice, ...more] })

const payments = `/settings/teams/${teamId}#/payment-method`
const subscription = `/settings/teams/${teamId}#/subscription`

describe('the mail with an invoice', () => {
  test('has it as PDF, and says what was paid for which team', async () => {
    const mail = await compose('mail', paid, tools(withInvoice(paid)))

    expect(mail).toMatchObject({ to: 'ann@example.com', subject: 'Your invoice SL-0001' })
    expect(mail?.paragraphs[0]).toContain('the team North')
    expect(mail?.facts).toContainEqual(['Total', '£22.80'])
    expect(mail?.attachment).toMatchObject({ name: 'invoice-SL-0001.pdf', type: 'application/pdf' })
    expect(
      Buffer.from(mail?.attachment?.content ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test('waits for the account of somebody who pays before there is one', async () => {
    const before = [tools(withInvoice(paid), [], []), tools(withInvoice(paid), [], [created])]

    for (const world of before) await expect(compose('mail', paid, world)).rejects.toThrow(Postponed)
  })

  test('is not sent for one of 0.00', async () => {
    const free = recorded('InvoicePaid', { ...ofInvoice, totalMinor: 0, at })

    expect(await compose('mail', free, tools(withInvoice(free)))).toBeNull()
  })

  test('is not sent again for what a restored log learns long after', async () => {
    const late = recorded('InvoicePaid', { ...ofInvoice, at: '2026-02-20T10:00:00.000Z' }, { at })

    expect(await compose('mail', late, tools(withInvoice(late)))).toBeNull()
  })
})

describe('a failed payment', () => {
  test('is told by mail and in the product, with a link to the card', async () => {
    const mail = await compose('mail', failed, tools(withInvoice(failed)))
    const notice = await compose('notification', failed, tools(withInvoice(failed)))

    expect(mail).toMatchObject({ subject: 'Your payment failed', action: { path: payments } })
    expect(mail?.facts).toEqual([
      ['Invoice', 'SL-0001'],
      ['Amount', '£22.80'],
      ['Next try', 'March 4th, 2026'],
    ])
    expect(notice).toMatchObject({ userId, body: 'The payment for the team North failed.', action: { url: payments } })
  })

  test('is not told once it was paid', async () => {
    expect(await compose('mail', failed, tools(withInvoice(failed, paid)))).toBeNull()
    expect(await compose('notification', failed, tools(withInvoice(failed, paid)))).toBeNull()
  })
})

describe('a renewal that waits to be confirmed', () => {
  const awaits = recorded('RenewalAwaitsPayer', {
    ...of(team),
    account: `billing-${teamId}`,
    at,
    clientSecret: 'pi_1_secret_2',
    invoiceId: 'in_1',
  })
  const going = { [billingStream(team)]: [subscriptionOf(team), awaits] }

  test('is told with a link to the page that asks the bank, and without its secret', async () => {
    const mail = await compose('mail', awaits, tools(going))
    const notice = await compose('notification', awaits, tools(going))

    expect(mail).toMatchObject({ subject: 'Please confirm your payment', action: { path: subscription } })
    expect(notice).toMatchObject({ userId, action: { url: subscription } })
    expect(JSON.stringify([mail, notice])).not.toContain('secret')
  })

  test('is not told once it was confirmed', async () => {
    const recovered = recorded('PaymentRecovered', { ...of(team), at })

    expect(
      await compose('mail', awaits, tools({ [billingStream(team)]: [subscriptionOf(team), awaits, recovered] })),
    ).toBeNull()
  })
})

const terms = { plan: 'business-monthly', unitMinor: 7900, interval: 'monthly', quantity: 1, currency: 'gbp' } as const
const from = { ...terms, plan: 'starter-monthly', unitMinor: 1900 }
const periodEnd = '2026-04-01T10:00:00.000Z'
const discount = {
  source: 'operator',
  couponId: 'op_1',
  code: null,
  percentOff: 10,
  amountMinor: null,
  currency: null,
  duration: 'repeating',
  months: 3,
} as const

/** The mails about a subscription, each to the owner: event, subject, and words that are in it. */
const told: [RecordedEvent, string, string[]][] = [
  [
    recorded('PlanSwapped', { ...of(team), ...terms, at, periodEnd, from }),
    'Your plan is Business now',
    ['Starter, £19.00 a month', 'Business, £79.00 a month', 'April 1st, 2026'],
  ],
  [
    recorded('SubscriptionCancelled', { ...of(team), at, endsAt: periodEnd }),
    'Your subscription ends on April 1st, 2026',
    ['the team North', 'Starter', 'Nothing is deleted'],
  ],
  [
    recorded('SubscriptionEnded', { ...of(team), at, reason: 'unpaid' }),
    'Your subscription has ended',
    ['Starter', 'March 1st, 2026', 'not paid'],
  ],
  [
    recorded('TrialEndsSoon', { billable: team, subscriptionId: null, trialEndsAt: periodEnd }),
    'Your trial ends on April 1st, 2026',
    ['the team North', 'Choose a plan'],
  ],
  [
    recorded('TrialEndsSoon', { billable: team, subscriptionId: 'sub_1', trialEndsAt: periodEnd }),
    'Your trial ends on April 1st, 2026',
    ['Starter', '£19.00 a month, before tax'],
  ],
  [
    recorded('CardExpiresSoon', { billable: team, methodId: visa.methodId, expiry: '2026-03' }),
    'Your card expires this month',
    ['visa ending in 4242', 'March 2026'],
  ],
  [
    recorded('DiscountApplied', { billable: team, ...discount, endsAt: null }),
    'A discount for you',
    ['10 % for 3 months', 'the team North'],
  ],
  [recorded('DiscountWaits', { billable: team, ...discount }), 'A discount for you', ['until you subscribe']],
]

const account = [subscriptionOf(team), recorded('PaymentMethodReplaced', { billable: team, ...visa })]

describe('what becomes of a subscription', () => {
  test.each(told)('is mailed to the owner: %#', async (event, subject, words) => {
    const mail = await compose('mail', event, tools({ [billingStream(team)]: account }))

    expect(mail).toMatchObject({ to: 'ann@example.com', subject })
    for (const word of words) expect(JSON.stringify(mail)).toContain(word)
  })

  test.each(told)('is mailed to nobody once the owner is erased, or the team deleted: %#', async (event) => {
    const logged = { [billingStream(team)]: account }

    expect(await compose('mail', event, tools(logged, [registered, erased]))).toBeNull()
    expect(await compose('mail', event, tools(logged, [registered], [created, deleted]))).toBeNull()
  })

  test('is told to users who pay for themselves, with a link to their own settings', async () => {
    const cancelled = recorded('SubscriptionCancelled', { ...of(user), at, endsAt: periodEnd })
    const mail = await compose('mail', cancelled, tools({ [billingStream(user)]: [subscriptionOf(user)] }))

    expect(mail).toMatchObject({ to: 'ann@example.com', action: { path: '/settings#/subscription' } })
    expect(mail?.paragraphs[0]).toContain('your account')
  })
})

describe('a discount', () => {
  const applied = recorded('DiscountApplied', { billable: team, ...discount, endsAt: null }, { revision: 5n })

  test('is not told again when it has waited for the subscription', async () => {
    const waiting = recorded('DiscountWaits', { billable: team, ...discount }, { revision: 1n })

    expect(await compose('mail', applied, tools({ [billingStream(team)]: [waiting, applied] }))).toBeNull()
  })

  test('of a coupon that somebody redeemed is not told', async () => {
    const redeemed = recorded('DiscountApplied', { billable: team, ...discount, source: 'coupon', endsAt: null })

    expect(await compose('mail', redeemed, tools())).toBeNull()
  })
})

test.each(['PlanSwapped', 'SubscriptionCancelled', 'SubscriptionEnded'] as const)(
  'a mail about %s is not sent for what a restored log learns long after',
  async (type: EventType) => {
    const [event] = told.find(([each]) => each.type === type) ?? []
    const late = { ...event, metadata: { ...event?.metadata, at: '2026-03-05T10:00:00.000Z' } } as RecordedEvent

    expect(await compose('mail', late, tools({ [billingStream(team)]: account }))).toBeNull()
  },
)

test('a subscription in whose place another goes on is a change of the plan', async () => {
  const ended = recorded('SubscriptionEnded', { ...of(team), at, reason: 'cancelled' })
  const { data } = started({
    id: 'sub_2',
    plan: 'starter-yearly',
    interval: 'yearly',
  }) as EventNamed<'SubscriptionStarted'>
  const another = recorded('SubscriptionStarted', { ...data, billable: team })

  const mail = await compose('mail', ended, tools({ [billingStream(team)]: [subscriptionOf(team), ended, another] }))

  expect(mail).toMatchObject({ to: 'ann@example.com', subject: expect.stringMatching(/^Your plan is .* now$/) })
})
