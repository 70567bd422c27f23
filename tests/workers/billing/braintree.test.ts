import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { noTax, orderedPlan } from '#tests/support/billing.ts'
import { braintreeTeam } from '#tests/support/braintree/team.ts'
import { taxedInBritain } from '#tests/support/invoices.ts'
import { newUserId } from '#tests/support/new-ids.ts'

const DAY = 86_400
const starter = orderedPlan('starter')
const business = orderedPlan('business', { unitMinor: 7900 })
const yearly = orderedPlan('starter-yearly', { unitMinor: 19_000, interval: 'yearly' })

const taxed = { tax: taxedInBritain }

type Team = Awaited<ReturnType<typeof braintreeTeam>>

const moveTo = ({ give, billable }: Team, country: string) => {
  const rest = { addressLine2: null, city: 'Leeds', state: 'Yorkshire', zip: 'LS1 1AA', vatId: null }
  const address = { address: '2 Low Road', country, ...rest }
  return give({ type: 'GiveBillingAddress', billable, userId: newUserId(), address, tax: noTax })
}

/** Discounts of operators, by percent. */
const given = (percentOff: number, duration: 'once' | 'forever') =>
  ({
    source: 'operator',
    couponId: `operator-${percentOff}`,
    code: null,
    percentOff,
    amountMinor: null,
    currency: null,
    duration,
    months: null,
  }) as const

const recorded = (events: readonly RecordedEvent[] | undefined) => {
  const [first] = events ?? []
  if (first?.type !== 'InvoiceRecorded') throw new Error('Nothing was recorded')
  return first.data
}

describe('a subscription at Braintree', () => {
  test('[PLAT-07] is paid by a wallet as by a card', async () => {
    const team = await braintreeTeam()

    await team.orderPlan(starter, 'fake-paypal-billing-agreement-nonce')

    expect(await team.paid()).toEqual([1900])
    expect((await team.state()).card).toMatchObject({ brand: 'paypal', lastFour: '' })
  })

  test.each([
    ['fake-processor-declined-visa-nonce', 'Do Not Honor'],
    ['fake-consumed-nonce', 'Cannot use a paymentMethodNonce more than once.'],
  ])('is refused with %s in Braintree’s words, and bought with another', async (nonce, words) => {
    const team = await braintreeTeam()

    await team.orderPlan(starter, nonce)

    expect(await team.last()).toMatchObject({ type: 'BillingOrderRefused', data: { message: words } })
    expect(await team.subscription()).toBeNull()

    await team.orderPlan()
    expect(await team.paid()).toEqual([1900])
  })

  test.each(
    Object.entries({
      customers: ['drop_before', 'drop_after', 'status:500'],
      payment_methods: ['drop_before', 'drop_after', 'status:500'],
      plans: ['drop_after', 'status:500'],
      subscriptions: ['drop_before', 'drop_after', 'status:500', 'status:429'],
    } as const).flatMap(([path, modes]) => modes.map((mode) => [path, mode] as const)),
  )('is bought once when %s meets %s', async (path, mode) => {
    const team = await braintreeTeam()
    team.fault(path, mode, 2)

    await team.orderPlan()

    expect((await team.last())?.type).toBe('BillingOrderDone')
    expect(await team.paid()).toEqual([1900])
    expect([team.books.customers.size, team.books.methods.size, team.books.subscriptions.size]).toEqual([1, 1, 1])
  })

  test('keeps its plan where a dearer one cannot be paid, and nothing of that is charged later', async () => {
    const team = await braintreeTeam()
    await team.orderPlan()
    team.decline(true)

    await team.orderPlan(business, null)

    expect((await team.last())?.type).toBe('BillingOrderRefused')
    expect(await team.subscription()).toMatchObject({ plan: 'starter', unitMinor: 1900 })
    team.decline(false)
    await team.advanceTo((await team.now()) + 2 * DAY)
    await team.converge()
    expect(await team.paid()).toEqual([1900])
    expect(await team.invoices()).toHaveLength(1)
  })

  test('is another one with a yearly plan, which credits what was paid and not used', async () => {
    const team = await braintreeTeam()
    await team.orderPlan()

    await team.orderPlan(yearly, null)

    expect(await team.subscription()).toMatchObject({ plan: 'starter-yearly', unitMinor: 19_000, interval: 'yearly' })
    expect(await team.paid()).toEqual([1900, 19_000 - 1900])
    expect([...team.books.subscriptions.values()].map(({ status }) => status)).toEqual(['Canceled', 'Active'])
  })

  test('credits a year that was paid with several months, and no charge is below zero', async () => {
    const team = await braintreeTeam()
    await team.orderPlan(yearly)

    await team.orderPlan(starter, null)
    expect(await team.subscription()).toMatchObject({ plan: 'starter', interval: 'monthly' })
    for (let month = 0; month < 12; month += 1) {
      await team.renew()
    }

    const charged = (await team.paid()).slice(1)
    const owed = charged.length * 1900 + (13 - charged.length) * 1900
    expect(owed - charged.reduce((sum, minor) => sum + minor, 0)).toBeGreaterThanOrEqual(19_000 - 13)
  })

  test('is overdue when a renewal cannot be charged, and recovers with another card', async () => {
    const team = await braintreeTeam()
    await team.orderPlan()
    team.decline(true)

    await team.renew()
    expect((await team.subscription())?.overdueSince).not.toBeNull()
    const failed = (await team.invoices())[1]?.map(({ type }) => type)
    expect(failed).toEqual(['InvoiceRecorded', 'InvoicePaymentFailed'])

    team.decline(false)
    await team.orderCard('fake-paypal-billing-agreement-nonce')
    expect((await team.subscription())?.overdueSince).toBeNull()
    expect(await team.paid()).toEqual([1900, 1900])
    expect((await team.invoices()).map((events) => events.at(-1)?.type)).toEqual(['InvoicePaid', 'InvoicePaid'])
  })

  test.each(['converge', 'compare'] as const)(
    '[D-126] ends with the method of payment that is deleted there, which a %s finds',
    async (look) => {
      const team = await braintreeTeam()
      await team.orderPlan()
      await team.gateway.paymentMethod.delete([...team.books.methods.keys()][0] ?? '')

      await team[look]()

      expect(await team.subscription()).toBeNull()
      expect((await team.last())?.type).toBe('SubscriptionEnded')
      await team.orderPlan()
      expect(await team.subscription()).toMatchObject({ plan: 'starter' })
    },
  )

  test('that is cancelled in its trial ends at once, and costs nothing', async () => {
    const team = await braintreeTeam()
    await team.orderPlan(starter, 'fake-valid-nonce', new Date(((await team.now()) + 9 * DAY) * 1000).toISOString())

    await team.cancel()

    expect(await team.subscription()).toBeNull()
    await team.advanceTo((await team.now()) + 40 * DAY)
    expect(await team.paid()).toEqual([])
  })

  test('is charged with VAT, and with another from the next invoice on', async () => {
    const team = await braintreeTeam(taxed)
    await moveTo(team, 'GB')
    await team.orderPlan()
    expect(await team.subscription()).toMatchObject({ unitMinor: 1900 })
    expect(await team.paid()).toEqual([2280])

    await moveTo(team, 'US')
    await team.orderTax()
    expect(await team.subscription()).toMatchObject({ unitMinor: 1900 })
    await team.renew()

    expect(await team.paid()).toEqual([2280, 1900])
    expect(await team.types()).not.toContain('PlanSwapped')
  })
})

describe('[D-126] a credit at Braintree', () => {
  const businessYearly = orderedPlan('business-yearly', { unitMinor: 79_000, interval: 'yearly' })
  const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)
  const newest = ({ books }: Team) => [...books.subscriptions.values()].at(-1)
  const heldIn = (team: Team) => {
    const credit = newest(team)?.discounts.find(({ id }) => id === 'unused-time')
    return credit ? credit.minor * ((credit.cycles ?? 0) - credit.cycle) : 0
  }

  test('goes along with every change of interval: a year, a month and the year again cost the year', async () => {
    const team = await braintreeTeam()
    await team.orderPlan(businessYearly)
    await team.orderPlan(starter, null)
    await team.orderPlan(businessYearly, null)

    const charged = sum(await team.paid())
    expect(charged - 79_000).toBeGreaterThanOrEqual(0)
    expect(charged - 79_000).toBeLessThan(10)
  })

  test('is what was charged, not the price: nothing for what was free, half for half, and less what was paid back', async () => {
    const rest: number[] = []
    for (const percentOff of [100, 50, 0]) {
      const team = await braintreeTeam()
      if (percentOff > 0) await team.orderDiscount(given(percentOff, 'once'))
      await team.orderPlan(businessYearly)
      if (percentOff === 0) await team.gateway.transaction.refund(team.books.transactions[0]?.id ?? '', '395.00')
      await team.orderPlan(starter, null)
      rest.push((await team.paid()).slice(percentOff === 100 ? 0 : 1)[0] ?? 0, heldIn(team))
    }
    const [free, none, half, ofHalf, back, ofBack] = rest
    expect([free, none]).toEqual([1900, 0])
    expect([half, ofHalf]).toEqual([back, ofBack])
    expect(1900 - (half ?? 0) + (ofHalf ?? 0)).toBeGreaterThan(39_500 - 21)
    expect(1900 - (half ?? 0) + (ofHalf ?? 0)).toBeLessThanOrEqual(39_500)
  })

  test('of a cheaper plan of the same interval follows what was charged as well', async () => {
    const team = await braintreeTeam()
    await team.orderDiscount(given(100, 'once'))
    await team.orderPlan(businessYearly)

    await team.orderPlan(yearly, null)

    expect([heldIn(team), newest(team)?.balanceMinor]).toEqual([0, 0])
  })

  test.each([10, 50, 100])('leaves room for a discount of %i %, and both stop at what is due', async (percentOff) => {
    const team = await braintreeTeam()
    await team.orderPlan(businessYearly)
    await team.orderPlan(starter, null)
    const before = heldIn(team)

    await team.orderDiscount(given(percentOff, 'forever'))

    expect((await team.last())?.type).toBe('BillingOrderDone')
    const [discount] = newest(team)?.discounts.filter(({ id }) => id === 'operator') ?? []
    expect(discount?.minor).toBe(Math.min(1900 * (percentOff / 100), discount?.minor ?? 0))
    expect(discount?.minor).toBeGreaterThanOrEqual(Math.min(1900 * (percentOff / 100), 950))
    expect(before - heldIn(team)).toBeLessThan(100)
  })

  test('is kept when the subscription ends, and lowers what the next one costs', async () => {
    const team = await braintreeTeam()
    await team.orderPlan(yearly)
    await team.orderPlan(starter, null)
    const held = heldIn(team)
    expect(held).toBeGreaterThan(17_000)
    await team.cancel()
    await team.renew()
    expect(await team.subscription()).toBeNull()

    await team.orderPlan(businessYearly, null)

    expect(((await team.paid()).at(-1) ?? 0) + held).toBe(79_000)
  })
})

describe('discounts at Braintree', () => {
  test('are those of the control panel, by their ids, for as many periods as it says', async () => {
    const team = await braintreeTeam()
    await team.orderPlan(starter, 'fake-valid-nonce', null, 'spring')
    expect((await team.state()).discount).toMatchObject({ couponId: 'SPRING', amountMinor: 500, duration: 'repeating' })

    for (let month = 0; month < 2; month += 1) {
      await team.renew()
    }

    expect(await team.paid()).toEqual([1400, 1400, 1900])
    expect((await team.state()).discount).toBeNull()
    expect(recorded((await team.invoices())[0])).toMatchObject({
      discounts: [{ name: 'SPRING', amountMinor: 500 }],
      totalMinor: 1400,
      lines: [{ amountMinor: 1900, unitMinor: 1900 }],
    })
  })

  test('of operators keep their names in the log, and one takes the place of another', async () => {
    const team = await braintreeTeam()
    await team.orderPlan()
    for (const percentOff of [50, 10]) {
      await team.orderDiscount(given(percentOff, 'forever'))
      await team.converge()
      expect((await team.state()).discount).toMatchObject({
        couponId: `operator-${percentOff}`,
        percentOff,
        waits: false,
      })
    }
    expect((await team.types()).filter((type) => type === 'DiscountApplied')).toHaveLength(2)

    await team.advanceTo(await team.endOfPeriod())

    expect(await team.paid()).toEqual([1900, 1710])
  })

  test('that nobody made are refused as the coupon, and nothing is charged', async () => {
    const team = await braintreeTeam()

    await team.orderPlan(starter, 'fake-valid-nonce', null, 'AUTUMN')

    expect(await team.last()).toMatchObject({ type: 'BillingOrderRefused', data: { code: 'coupon' } })
    expect(await team.paid()).toEqual([])
  })
})

describe('invoices of what Braintree has charged', () => {
  test('are numbered by us without a gap, with VAT and its part in the total', async () => {
    const team = await braintreeTeam(taxed)
    await moveTo(team, 'GB')
    await team.orderPlan()
    await team.orderPlan(business, null)
    await team.converge()

    const issued = (await team.invoices()).map(recorded)
    const year = new Date().getFullYear()
    expect(issued.map(({ number }) => number)).toEqual([`${year}-0001`, `${year}-0002`])
    expect(issued[0]).toMatchObject({
      provider: 'braintree',
      currency: 'gbp',
      totalMinor: 2280,
      netMinor: 1900,
      vat: 'charged',
      buyer: { country: 'GB' },
      taxes: [{ country: 'GB', rate: 20, netMinor: 1900, amountMinor: 380 }],
      lines: [{ description: 'starter', quantity: 1, unitMinor: 1900, amountMinor: 1900, proration: false }],
    })
    expect(issued[1]).toMatchObject({ totalMinor: 7200, lines: [{ description: 'business', proration: true }] })
  })

  test('say what was paid back of them, once', async () => {
    const team = await braintreeTeam()
    await team.orderPlan()
    const [charge] = team.books.transactions

    for (const amount of ['5.00', '14.00']) {
      await team.gateway.transaction.refund(charge?.id ?? '', amount)
      await team.converge()
      await team.converge()
    }

    const [events = []] = await team.invoices()
    const back = events.flatMap(({ type, data }) => (type === 'InvoiceRefunded' ? [data.amountMinor] : []))
    expect(back).toEqual([500, 1400])
  })
})

describe('all that Braintree knows', () => {
  test('is found for the comparison, and what was charged since an instant is its news', async () => {
    const team = await braintreeTeam()
    await team.orderPlan()
    const { billable, provider } = team
    const customerId = billable.id
    await team.gateway.customer.create({ id: 'by-hand' })

    const { subscriptionId: id } = (await team.subscription()) ?? {}
    expect(await provider.allSubscriptions(async () => null)).toMatchObject([
      { billable, customerId, subscription: { id } },
    ])
    expect(await provider.allInvoices()).toMatchObject([{ billable, customerId, invoice: { status: 'paid' } }])
    expect(await provider.newsSince(new Date(0))).toMatchObject([{ provider: 'braintree', objectId: id, customerId }])
    expect(await provider.newsSince(new Date(Date.now() + 60_000))).toEqual([])
    expect([await provider.billableOf(customerId), await provider.billableOf('by-hand')]).toEqual([billable, null])
  })
})
