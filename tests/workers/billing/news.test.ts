import { describe, expect, test } from 'vitest'
import { stripeProvider } from '#api/adapters/payment/stripe-provider.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { newCommandId, newTeamId } from '#tests/support/new-ids.ts'
import { providerWorld as world } from '#tests/support/provider-world.ts'

const DAY = 86_400

const count = (events: readonly RecordedEvent[], type: RecordedEvent['type']) =>
  events.filter((event) => event.type === type).length

const comparisons = (events: readonly RecordedEvent[]) =>
  events.flatMap(({ type, data }) => (type === 'BillingCompared' ? [data] : []))

describe('what no webhook has brought', () => {
  test('is heard by the sweep, and recorded once however often it is heard', async () => {
    const team = await world()
    await team.subscribe()
    await team.advanceTo((await team.now()) + 32 * DAY)

    await team.sweep()
    await team.hear()
    await team.sweep()
    await team.hear()

    const events = await team.everything()
    expect(count(events, 'SubscriptionRenewed')).toBe(1)
    const received = events.flatMap(({ type, data }) => (type === 'ProviderEventReceived' ? [data.type] : []))
    expect(received.filter((type) => type === 'invoice.paid')).toEqual(['invoice.paid'])
    expect(count(events, 'ProviderEventHandled')).toBe(received.length)
  })

  test('is asked about once for all that the log held by then, and again for what comes later', async () => {
    const team = await world()
    await team.subscribe()
    const asked = async () => {
      const requests = (await team.requests()) as { method: string; path: string }[]
      return requests.filter(({ method, path }) => method === 'GET' && path === '/v1/invoices').length
    }
    await team.sweep()
    const before = await asked()

    await team.hear()
    const once = await asked()
    expect(count(await team.everything(), 'ProviderEventHandled')).toBeGreaterThan(2)
    expect(once - before).toBe(1)

    await team.advanceTo((await team.now()) + 32 * DAY)
    await team.sweep()
    const afterwards = await asked()
    await team.hear()
    expect((await asked()) - afterwards).toBe(1)
  })

  test('is asked about again where the provider did not answer', async () => {
    const team = await world()
    await team.subscribe()
    await team.sweep()
    await team.fault({ path: '/v1/subscriptions', mode: 'status:500', times: '3' })

    await expect(team.hear()).rejects.toThrow()
    await team.hear()

    const events = await team.everything()
    expect(count(events, 'ProviderEventHandled')).toBe(count(events, 'ProviderEventReceived'))
  })

  test('is not undone by an answer from before it that comes late', async () => {
    const team = await world()
    await team.subscribe()
    const [own] = (await team.stripe.subscriptions.list()).data

    await team.convergeAmid(async () => {
      await team.stripe.subscriptions.update(own?.id ?? '', { cancel_at_period_end: true })
      await team.sweep()
      await team.hear()
    })

    expect(await team.subscription()).toMatchObject({ endsAt: expect.any(String) })
    const events = await team.everything()
    expect([count(events, 'SubscriptionCancelled'), count(events, 'SubscriptionResumed')]).toEqual([1, 0])
  })

  test('tells of a change of plan that was given up as nobody paid for it', async () => {
    const team = await world()
    await team.subscribe()
    const [own] = (await team.stripe.subscriptions.list()).data
    const customer = String(own?.customer)
    const method = await team.stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await team.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
    const dearer = await team.price('dearer', 7900)
    await team.stripe.subscriptions.update(own?.id ?? '', {
      items: [{ id: own?.items.data[0]?.id ?? '', price: dearer.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
    await team.advanceTo((await team.now()) + DAY)

    await team.sweep()

    const received = (await team.everything()).flatMap(({ type, data }) =>
      type === 'ProviderEventReceived' ? [data.type] : [],
    )
    expect(received).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'customer.subscription.pending_update_expired']),
    )
  })

  test('is found where a restored log knows nothing of a subscription that is paid for', async () => {
    const team = await world()
    await team.subscribe()
    await team.loseLog()
    expect(await team.subscription()).toBeNull()

    await team.sweep()
    await team.sweep()

    expect(await team.subscription()).toMatchObject({ plan: 'starter', unitMinor: 1900 })
    const events = await team.everything()
    expect([count(events, 'CustomerRegistered'), count(events, 'SubscriptionStarted')]).toEqual([1, 1])
  })

  test('is not ours where the customer is somebody else’s', async () => {
    const team = await world()
    const stranger = await team.customer()
    const price = await team.price('theirs', 500)
    await team.stripe.subscriptions.create({ customer: stranger.id, items: [{ price: price.id }] })

    await team.sweep()
    await team.hear()

    const handled = (await team.everything()).filter(({ type }) => type === 'ProviderEventHandled')
    expect(new Set(handled.map(({ data }) => 'outcome' in data && data.outcome))).toEqual(new Set(['not-ours']))
    expect(await team.subscription()).toBeNull()
  })

  test('is not ours, and done with, where the provider does not know the customer', async () => {
    const team = await world()
    await team.receive({ eventId: 'evt_other_account', customerId: 'cus_of_another_account' })

    await team.hear()

    const handled = (await team.everything()).flatMap(({ type, data }) =>
      type === 'ProviderEventHandled' ? [data] : [],
    )
    expect(handled).toMatchObject([{ eventId: 'evt_other_account', outcome: 'not-ours' }])
  })

  test('is nobody else’s where a search finds another customer', async () => {
    const team = await world()
    const search = async () => ({ data: [{ id: 'cus_theirs', metadata: { kind: 'team', billable: newTeamId() } }] })
    const provider = stripeProvider({
      stripe: { customers: { search, create: async () => ({ id: 'cus_new' }) } } as never,
      name: 'sandbox',
      testClock: undefined,
    })

    expect(await provider.register(team.billable, 1)).toBe('cus_new')
  })
})

describe('a sweep', () => {
  test('says when it has asked for news, and nothing when nobody has answered', async () => {
    const team = await world()
    const first = '2026-03-02T10:00:00.000Z'
    const second = '2026-03-02T10:05:00.000Z'
    const asked: string[] = []
    await team.fault({ method: 'GET', path: '/v1/events', mode: 'status:500', times: '9' })

    await expect(team.sweep(new Date(first), (at) => asked.push(at))).rejects.toThrow()
    await team.fault({ mode: 'none' })
    await team.sweep(new Date(second), (at) => asked.push(at))

    expect(asked).toEqual([second])
  })
})

describe('a comparison of everything', () => {
  test('finds a discount that somebody gave at the provider, and nothing once the log knows it', async () => {
    const team = await world()
    await team.subscribe()
    await team.stripe.coupons.create({ id: 'GIFT', percent_off: 20, duration: 'forever' })
    const { data } = await team.stripe.subscriptions.list()
    await team.stripe.subscriptions.update(data[0]?.id ?? '', { discounts: [{ coupon: 'GIFT' }] })

    await team.compare()
    await team.compare()

    const found = comparisons(await team.everything()).map(({ differences }) => differences.map(({ of }) => of))
    expect(found).toEqual([['subscription'], []])
    expect(count(await team.everything(), 'DiscountApplied')).toBe(1)
  })

  test('finds an invoice that the log lacks although its subscription is known', async () => {
    const team = await world()
    await team.subscribe()
    // A month later, with no webhook and no news: only the lists of everything tell of the invoice.
    await team.advanceTo((await team.now()) + 32 * DAY)

    await team.compare()
    await team.compare()

    const [first, second] = comparisons(await team.everything())
    expect(first).toMatchObject({ subscriptions: 1, invoices: 2 })
    expect(first?.differences.map(({ of }) => of).toSorted()).toEqual(['invoice', 'subscription'])
    expect(second).toMatchObject({ found: 0, differences: [] })
    expect(count(await team.everything(), 'InvoicePaid')).toBe(2)
    expect(count(await team.everything(), 'SubscriptionRenewed')).toBe(1)
  })

  test('finds an invoice whose subscription is as the log knows it', async () => {
    const team = await world()
    await team.subscribe()
    await team.advanceTo((await team.now()) + 32 * DAY)
    await team.recordSubscriptionAlone()

    await team.compare()

    const [first] = comparisons(await team.everything())
    expect(first?.differences).toMatchObject([{ of: 'invoice' }])
    expect(count(await team.everything(), 'InvoicePaid')).toBe(2)
  })

  test.each([
    ['waits for their bank', 'pm_card_authenticationRequired'],
    ['was declined', 'pm_card_chargeCustomerFail'],
  ])('finds no difference in an unpaid invoice of who registers with a card that %s', async (_, card) => {
    const guest = await world({ registering: true })
    await guest.subscribe(card)

    await guest.compare()

    const [first] = comparisons(await guest.everything())
    expect(first).toMatchObject({ subscriptions: 1, invoices: 1, found: 0, differences: [] })
    expect(count(await guest.everything(), 'InvoiceRecorded')).toBe(0)
  })

  test('finds an invoice that was paid for an account that never came about', async () => {
    const guest = await world({ registering: true })
    await guest.subscribe()
    await guest.loseLog()

    await guest.compare()

    expect(comparisons(await guest.everything())[0]?.differences).toContainEqual(
      expect.objectContaining({ of: 'invoice' }),
    )
  })

  test('finds what was paid back long ago, which no news tells any more', async () => {
    const team = await world()
    await team.subscribe()
    const [charge] = (await team.stripe.charges.list()).data
    await team.stripe.refunds.create({ charge: charge?.id ?? '', amount: 700 })

    await team.compare()
    await team.compare()

    const found = comparisons(await team.everything()).map(({ differences }) => differences.map(({ of }) => of))
    expect(found).toEqual([['invoice'], []])
    expect(count(await team.everything(), 'InvoiceRefunded')).toBe(1)
  })

  test('names a second subscription that somebody began by hand, and leaves it alone', async () => {
    const team = await world()
    await team.subscribe()
    const [own] = await team.stripe.subscriptions.list({ limit: 1 }).then(({ data }) => data)
    const price = await team.price('theirs', 500)
    const byHand = await team.stripe.subscriptions.create({
      customer: String(own?.customer),
      items: [{ price: price.id }],
      metadata: own?.metadata ?? {},
    })

    await team.compare()
    await team.compare()

    const found = comparisons(await team.everything())
    expect(found.at(-1)?.differences).toMatchObject([{ of: 'surplus', id: byHand.id }])
    expect((await team.stripe.subscriptions.retrieve(byHand.id)).status).toBe('active')
    expect(await team.subscription()).toMatchObject({ plan: 'starter' })
  })

  test('that an operator has ordered is made once', async () => {
    const team = await world()
    await team.subscribe()
    const job = { eventId: newCommandId(), correlationId: '', comparisonId: newCommandId() }

    await team.compareAsOrdered(job)
    await team.compareAsOrdered(job)

    expect(comparisons(await team.everything())).toMatchObject([{ comparisonId: job.comparisonId, found: 0 }])
  })
})
