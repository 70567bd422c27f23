import { describe, expect, test } from 'vitest'
import { noTax, orderedPlan } from '#tests/support/billing.ts'
import { invoicing } from '#tests/support/invoices.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { sandboxTeam } from '#tests/support/sandbox-team.ts'

const DAY = 86_400
const starter = orderedPlan('starter')
const business = orderedPlan('business', { unitMinor: 7900 })

describe('a subscription at the payment sandbox', () => {
  test.each([
    ['pm_card_visa_chargeDeclined', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
    ['pm_card_chargeCustomerFail', 'Your card was declined.'],
    ['pm_unknown', 'No such PaymentMethod'],
  ])('is refused with %s in the provider’s words, and bought with another card', async (token, words) => {
    const team = await sandboxTeam()

    await team.orderPlan(starter, token)

    const refused = await team.last()
    expect(refused?.type === 'BillingOrderRefused' && refused.data.message).toContain(words)
    expect(await team.subscription()).toBeNull()

    await team.orderPlan()
    expect(await team.subscription()).toMatchObject({ plan: 'starter' })
    expect(await team.paid()).toEqual([1900])
  })

  test('waits for its payer, who confirms, whether they come back or not', async () => {
    for (const comesBack of [true, false]) {
      const team = await sandboxTeam()
      await team.orderPlan(starter, 'pm_card_authenticationRequired')
      const { order } = await team.state()
      expect(order?.awaits).toMatchObject({ action: 'payment' })
      expect(await team.paid()).toEqual([])

      const secret = order?.awaits?.clientSecret ?? ''
      await team.call('POST', '/sandbox/authenticate', { client_secret: secret, outcome: 'succeeded' })
      if (comesBack) await team.orderPlan(starter, null)
      else await team.converge()

      expect(await team.subscription()).toMatchObject({ plan: 'starter' })
      expect((await team.state()).order).toBeNull()
      expect(await team.paid()).toEqual([1900])
    }
  })

  test('is refused when its payer does not confirm', async () => {
    const team = await sandboxTeam()
    await team.orderPlan(starter, 'pm_card_authenticationRequired')
    const secret = (await team.state()).order?.awaits?.clientSecret ?? ''

    await team.call('POST', '/sandbox/authenticate', { client_secret: secret, outcome: 'failed' })
    await team.orderPlan(starter, null)

    expect((await team.last())?.type).toBe('BillingOrderRefused')
    expect(await team.subscription()).toBeNull()
    expect(await team.paid()).toEqual([])
  })

  test('keeps its plan where a dearer one cannot be paid, and nothing of that is charged later', async () => {
    const team = await sandboxTeam()
    await team.orderPlan()

    await team.orderPlan(business, 'pm_card_chargeCustomerFail')

    expect((await team.last())?.type).toBe('BillingOrderRefused')
    await team.orderCard('pm_card_mastercard')
    await team.advanceTo((await team.now()) + 2 * DAY)
    await team.converge()
    expect(await team.subscription()).toMatchObject({ plan: 'starter' })
    expect(await team.paid()).toEqual([1900])
  })

  test('is told that a dearer plan was declined, also where the log was away when that was to be recorded', async () => {
    const team = await sandboxTeam()
    await team.orderPlan()
    team.loseOutcomes(1)

    await expect(team.orderPlan(business, 'pm_card_chargeCustomerFail')).rejects.toThrow('The log is away')
    await team.run()

    const refused = await team.last()
    expect(refused?.type === 'BillingOrderRefused' && refused.data.message).toContain('Your card was declined.')
    expect((await team.state()).order).toBeNull()
    expect(await team.paid()).toEqual([1900])
  })

  test('is overdue when a renewal cannot be charged, and recovers with another card', async () => {
    const team = await sandboxTeam()
    await team.orderPlan()
    await team.orderCard('pm_card_chargeCustomerFail')

    await team.advanceTo((await team.endOfPeriod()) + 2 * 3600)
    await team.converge()
    expect((await team.subscription())?.overdueSince).not.toBeNull()

    await team.orderCard('pm_card_visa')
    expect((await team.subscription())?.overdueSince).toBeNull()
    expect(await team.paid()).toEqual([1900, 1900])
  })

  test.each(
    Object.entries({
      'POST /v1/customers': ['drop_after', 'status:500'],
      'POST /v1/payment_methods': ['drop_after', 'status:500'],
      'POST /v1/prices': ['status:500'],
      'POST /v1/subscriptions': ['drop_before', 'drop_after', 'status:500', 'status:429', 'status:409'],
      'GET /v1/customers': ['drop_after', 'status:500'],
      'GET /v1/invoices': ['drop_after', 'status:500'],
    }).flatMap(([call, modes]) => modes.map((mode) => [call, mode] as const)),
  )('is bought once when %s meets %s', async (call, mode) => {
    const team = await sandboxTeam()
    const [method, path] = call.split(' ')
    await team.fault({ ...(method && { method }), ...(path && { path }), mode, times: '2' })

    await team.orderPlan()

    expect((await team.last())?.type).toBe('BillingOrderDone')
    expect(await team.paid()).toEqual([1900])
    expect((await team.stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  })

  test('that takes the place of an unconfirmed one gives that up before it charges', async () => {
    const team = await sandboxTeam()
    await team.orderPlan(starter, 'pm_card_authenticationRequired')

    await team.orderPlan(business, 'pm_card_visa')

    expect(await team.subscription()).toMatchObject({ plan: 'business' })
    expect((await team.stripe.subscriptions.list()).data).toHaveLength(1)
    expect(await team.paid()).toEqual([7900])
  })

  test('is refused for a customer whom the provider does not know, and may be ordered again', async () => {
    const team = await sandboxTeam()
    await team.give({ type: 'RegisterCustomer', billable: team.billable, provider: 'sandbox', customerId: 'cus_gone' })

    await team.orderPlan()

    expect(await team.last()).toMatchObject({ type: 'BillingOrderRefused', data: { code: 'resource_missing' } })
    expect((await team.state()).order).toBeNull()
    expect(await team.paid()).toEqual([])
  })

  test('is asked for with parameters that Stripe documents, by one key for each step of each attempt', async () => {
    const team = await sandboxTeam()
    await team.orderPlan()

    const requests: { method: string; idempotency_key: string | null; status: number }[] = await team.requests()
    const steps = requests.flatMap(({ method, idempotency_key: key }) => (method === 'POST' ? [key?.split('/')] : []))
    expect(steps.map((parts) => parts?.[1] ?? parts?.[0])).toEqual(
      expect.arrayContaining(['attach', 'default-card', 'price', 'subscribe']),
    )
    expect(new Set(steps.map((parts) => parts?.join('/'))).size).toBe(steps.length)
    expect(requests.every(({ status }) => status < 400)).toBe(true)
  })
})

describe('invoices of the payment sandbox', () => {
  test('are recorded as they were issued, to who the payer was at that moment, and never twice', async () => {
    const team = await sandboxTeam()
    const address = { address: '2 Low Road', addressLine2: null, city: 'Leeds', state: null }
    const rest = { zip: 'LS1 1AA', country: 'GB', vatId: null }
    const { billable } = team
    const given = { userId: newUserId(), address: { ...address, ...rest }, tax: noTax }
    await team.give({ type: 'GiveBillingAddress', billable, ...given })

    await team.orderPlan()
    await team.converge()

    const [invoice] = await team.invoices()
    expect(invoice?.map(({ type }) => type)).toEqual(['InvoiceRecorded', 'InvoicePaid'])
    expect(invoice?.[0]?.data).toMatchObject({
      billable: team.billable,
      provider: 'sandbox',
      currency: 'gbp',
      totalMinor: 1900,
      netMinor: 1900,
      creditMinor: 0,
      seller: invoicing.seller,
      vat: 'not-collected',
      taxes: [],
      discounts: [],
      buyer: { address: '2 Low Road', city: 'Leeds', zip: 'LS1 1AA', country: 'GB' },
      lines: [{ quantity: 1, unitMinor: 1900, amountMinor: 1900, proration: false }],
    })
  })

  test('name who has paid before there is an account', async () => {
    const team = await sandboxTeam()

    await team.orderAhead('pm_card_visa', { name: 'North', email: 'ann@example.com' })

    const [invoice] = await team.invoices()
    expect(invoice?.[0]?.data).toMatchObject({ buyer: { name: 'North', email: 'ann@example.com' }, totalMinor: 1900 })
  })

  test('are not recorded of somebody without an account whose card was declined', async () => {
    const team = await sandboxTeam()

    await team.orderAhead('pm_card_chargeCustomerFail', { name: 'North', email: 'ann@example.com' })

    expect(await team.last()).toMatchObject({ type: 'BillingOrderRefused' })
    expect(await team.invoices()).toEqual([[]])
  })

  test('follow changes of the plan, with what was paid and not used', async () => {
    const team = await sandboxTeam()
    await team.orderPlan()
    await team.orderPlan(business, null)

    const [, change] = await team.invoices()
    const recorded = change?.[0]
    expect(change?.map(({ type }) => type)).toEqual(['InvoiceRecorded', 'InvoicePaid'])
    if (recorded?.type !== 'InvoiceRecorded') throw new Error('Nothing was recorded')
    expect(recorded.data.totalMinor).toBe(6000)
    const prorations = recorded.data.lines.filter(({ proration }) => proration)
    expect(prorations.map(({ amountMinor }) => Math.sign(amountMinor))).toContain(-1)
    expect(prorations.every(({ unitMinor }) => unitMinor === null)).toBe(true)
  })

  test('say that they could not be collected, and that they were paid later', async () => {
    const team = await sandboxTeam()
    await team.orderPlan()
    await team.orderCard('pm_card_chargeCustomerFail')
    await team.renew()
    await team.converge()
    const failed = (await team.invoices())[1]?.map(({ type }) => type)
    expect(failed).toEqual(['InvoiceRecorded', 'InvoicePaymentFailed'])

    await team.orderPlan(starter, 'pm_card_visa')

    expect((await team.invoices())[1]?.at(-1)?.type).toBe('InvoicePaid')
  })
})
