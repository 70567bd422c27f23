import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ProviderAway, ProviderFailed } from '#api/adapters/payment/payment-provider.ts'
import { type BillingCommand, billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { newBillingOrderId, orderedPlan } from '#tests/support/billing.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { invoicing } from '#tests/support/invoices.ts'
import { openMemoryLedger, type TestLedger } from '#tests/support/ledger.ts'
import { memoryProvider, type Trouble } from '#tests/support/memory-provider.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { converge } from '#workers/billing/converge.ts'
import { runBillingOrderJob } from '#workers/jobs/run-billing-order.ts'

const at = '2026-03-01T10:00:05.000Z'
const now = () => new Date(at)
const starter = orderedPlan('starter')
const business = orderedPlan('business', { unitMinor: 7900 })

describe('an order', () => {
  let given: TestLedger
  let world: ReturnType<typeof memoryProvider>
  let billable: Billable

  beforeEach(() => {
    given = openMemoryLedger()
    world = memoryProvider()
    billable = { kind: 'team', id: newTeamId() }
  })
  afterEach(async () => {
    await given.close()
  })

  const events = async (of = billable) => given.ledger.read(billingStream(of))
  const typesOf = async (of = billable) => (await events(of)).map(({ type }) => type)
  const state = (of = billable) => load(given.ledger, billingDecider, billingStream(of))
  const tools = (ledger: Ledger = given.ledger) => ({ ledger, provider: world.provider, invoicing, now })

  const place = async (command: BillingCommand) => {
    await handle(given.ledger, billingDecider, billingStream(command.billable), command, contextOf(null, null))
  }
  const orderPlan = (
    plan = starter,
    changes: { token?: string | null; trialEndsAt?: string; billable?: Billable } = {},
  ) =>
    place({
      type: 'OrderPlan',
      billable,
      orderId: newBillingOrderId(),
      at,
      plan,
      coupon: null,
      token: 'pm_ok',
      trialEndsAt: null,
      ...changes,
    })
  const cancel = () => place({ type: 'OrderCancellation', billable, orderId: newBillingOrderId(), at })

  /** Runs the job of the latest order once. */
  const run = async (of = billable, ledger = given.ledger) => {
    const latest = (await events(of)).findLast(
      ({ type, data }) => type === 'BillingOrderPlaced' || (type === 'BillingOrderRetried' && data.by === 'payer'),
    )
    if (!(latest?.type === 'BillingOrderPlaced' || latest?.type === 'BillingOrderRetried')) throw new Error('No order')
    const { id: eventId, data, metadata } = latest
    const payload = { eventId, correlationId: metadata.correlationId, billable: of, orderId: data.orderId }
    await runBillingOrderJob(tools(ledger)).run(payload, { last: false })
  }

  /**
   * Runs it as the queue does, until the order is settled. A run makes up to seven calls; where each fourth meets trouble,
   * about one run in eight passes, so that 100 in a row that do not are no accident.
   */
  const runToItsEnd = async (of = billable) => {
    for (let tries = 0; tries < 100; tries += 1) {
      try {
        await run(of)
        return
      } catch (error) {
        if (!(error instanceof ProviderAway) && !(error instanceof ProviderFailed)) throw error
      }
    }
    throw new Error('It never ended')
  }

  test('of a first plan registers the customer, keeps the card, charges once and is done', async () => {
    await orderPlan()

    await run()
    await run()

    expect(await typesOf()).toEqual([
      'BillingOrderPlaced',
      'CustomerRegistered',
      'PaymentMethodReplaced',
      'SubscriptionStarted',
      'BillingOrderDone',
    ])
    expect(world.charges).toEqual([{ subscriptionId: expect.any(String), minor: 1900 }])
  })

  test('keeps a running trial, and charges nothing before its end', async () => {
    const trialEndsAt = '2026-03-08T10:00:00.000Z'
    await orderPlan(starter, { trialEndsAt })

    await run()

    expect((await state()).subscription).toMatchObject({ plan: 'starter', trialEndsAt })
    expect(world.charges).toEqual([])
  })

  test.each(['pm_declined', 'pm_poor'])('with the card %s is refused in the words of the provider', async (token) => {
    await orderPlan(starter, { token })

    await run()

    const refused = (await events()).find(({ type }) => type === 'BillingOrderRefused')
    expect(refused?.data).toMatchObject({ code: 'card_declined', message: 'Your card was declined.' })
    expect(liveSubscription(await state())).toBeNull()
    expect(world.charges).toEqual([])

    await orderPlan()
    await run()

    expect(liveSubscription(await state())).toMatchObject({ plan: 'starter' })
    expect(world.charges).toHaveLength(1)
  })

  test('waits for a payer who has to confirm, and is done when the provider tells that they have', async () => {
    await orderPlan(starter, { token: 'pm_asks' })
    await run()
    expect((await state()).order?.awaits).toMatchObject({ action: 'payment', clientSecret: expect.any(String) })
    expect(liveSubscription(await state())).toBeNull()

    const [subscription] = [...world.customers.values()][0]?.subscriptions ?? []
    world.confirm(subscription?.id ?? '')
    await converge(tools(), { billable, customerId: (await state()).customer?.customerId ?? '' }, contextOf(null, null))

    expect(liveSubscription(await state())).toMatchObject({ plan: 'starter' })
    expect((await state()).order).toBeNull()
    expect(world.charges).toHaveLength(1)
  })

  test('goes on when the payer, who has confirmed, orders the same again', async () => {
    await orderPlan(starter, { token: 'pm_asks' })
    await run()
    const [subscription] = [...world.customers.values()][0]?.subscriptions ?? []
    world.confirm(subscription?.id ?? '')

    await orderPlan(starter, { token: null })
    await run()

    expect((await typesOf()).slice(-3)).toEqual(['BillingOrderRetried', 'SubscriptionStarted', 'BillingOrderDone'])
    expect(world.charges).toHaveLength(1)
  })

  test('that takes the place of an unconfirmed one gives that up before it charges', async () => {
    await orderPlan(starter, { token: 'pm_asks' })
    await run()

    await orderPlan(business)
    await run()

    const subscriptions = [...world.customers.values()][0]?.subscriptions
    expect(subscriptions?.map(({ status, plan }) => [status, plan])).toEqual([
      ['over', 'starter'],
      ['active', 'business'],
    ])
    expect(world.charges).toEqual([{ subscriptionId: subscriptions?.[1]?.id, minor: 7900 }])
  })

  test('of another plan is charged at once when it is dearer, and later when it is cheaper', async () => {
    await orderPlan()
    await run()

    await orderPlan(business, { token: null })
    await run()
    expect(liveSubscription(await state())).toMatchObject({ plan: 'business', unitMinor: 7900 })

    await orderPlan(starter, { token: null })
    await run()
    expect(liveSubscription(await state())).toMatchObject({ plan: 'starter' })
    expect(world.charges.map(({ minor }) => minor)).toEqual([1900, 6000])
  })

  test('of a dearer plan that cannot be paid leaves the former one', async () => {
    await orderPlan()
    await run()

    await orderPlan(business, { token: 'pm_poor' })
    await run()

    expect(liveSubscription(await state())).toMatchObject({ plan: 'starter' })
    expect((await typesOf()).at(-1)).toBe('BillingOrderRefused')
    expect([...world.customers.values()][0]?.subscriptions[0]).toMatchObject({ plan: 'starter', pendingPlan: null })
    expect(world.charges).toHaveLength(1)
  })

  test('to cancel and to resume changes the end alone, and another plan takes a cancellation back', async () => {
    await orderPlan()
    await run()
    await cancel()
    await run()
    expect(liveSubscription(await state())?.endsAt).toBe('2026-04-01T10:00:00.000Z')

    await orderPlan(starter, { token: null })
    await run()
    expect(liveSubscription(await state())).toMatchObject({ plan: 'starter', endsAt: null })

    await cancel()
    await run()
    await orderPlan(business, { token: null })
    await run()
    expect(liveSubscription(await state())).toMatchObject({ plan: 'business', endsAt: null })
  })

  test('of a card is charged what is overdue', async () => {
    await orderPlan()
    await run()
    const [subscription] = [...world.customers.values()][0]?.subscriptions ?? []
    world.change(subscription?.id ?? '', { status: 'past_due' })
    await converge(tools(), { billable, customerId: (await state()).customer?.customerId ?? '' }, contextOf(null, null))
    expect(liveSubscription(await state())?.overdueSince).toBe(at)

    await place({ type: 'OrderCard', billable, orderId: newBillingOrderId(), at, token: 'pm_new' })
    await run()

    expect(liveSubscription(await state())?.overdueSince).toBeNull()
    expect((await state()).card).toMatchObject({ methodId: 'pm_new' })
    expect(world.charges).toHaveLength(2)
  })

  const steps = ['register', 'attach', 'subscribe', 'snapshot', 'invoices'] as const
  const troubles: Trouble[] = ['lost', 'cut', 'failed', 'failed late']

  test.each(steps.flatMap((step) => troubles.map((trouble) => [step, trouble] as const)))(
    'is carried out once when the call to %s is %s',
    async (step, trouble) => {
      let left = 1
      world.meet((each) => (each === step && left-- > 0 ? trouble : undefined))
      await orderPlan()

      await runToItsEnd()

      expect((await typesOf()).at(-1)).toBe('BillingOrderDone')
      expect(world.charges).toHaveLength(1)
      expect([...world.customers.values()].flatMap(({ subscriptions }) => subscriptions)).toHaveLength(1)
    },
  )

  test('is carried out once when its outcome cannot be recorded', async () => {
    await orderPlan()
    let left = 2
    const failing: Ledger = {
      ...given.ledger,
      append: (stream, expected, news) => {
        const isOutcome = news.some(({ type }) => type === 'BillingOrderDone')
        if (isOutcome && left-- > 0) return Promise.reject(new Error('The log is away'))
        return given.ledger.append(stream, expected, news)
      },
    }

    await expect(run(billable, failing)).rejects.toThrow('The log is away')
    await expect(run(billable, failing)).rejects.toThrow('The log is away')
    await run(billable, failing)

    expect((await typesOf()).at(-1)).toBe('BillingOrderDone')
    expect(world.charges).toHaveLength(1)
  })

  test('that a log from before its outcome still holds finds what was paid for', async () => {
    await orderPlan()
    const [placed] = await events()
    await run()
    const restored = openMemoryLedger()
    if (placed) await restored.ledger.append(placed.stream, 'no-stream', [placed])
    await given.close()
    given = restored

    await run()

    expect(liveSubscription(await state())).toMatchObject({ plan: 'starter' })
    expect(world.charges).toHaveLength(1)
    expect(world.customers.size).toBe(1)
  })

  test('of 300 payers, whatever goes wrong with each, is charged as often as the log says', async () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    world.meet(() => (random(4) === 0 ? troubles[random(4)] : undefined))
    const payers = Array.from({ length: 300 }, (): Billable => ({ kind: 'user', id: newUserId() }))
    const cards = ['pm_ok', 'pm_ok', 'pm_ok', 'pm_poor', 'pm_declined']

    for (const payer of payers) {
      await orderPlan(starter, { billable: payer, token: cards[random(cards.length)] ?? null })
      await runToItsEnd(payer)
    }

    const paid = await Promise.all(payers.map(async (payer) => liveSubscription(await state(payer))))
    const known = paid.flatMap((each) => (each ? [each.subscriptionId] : []))
    expect(known.length).toBeGreaterThan(100)
    expect(world.charges.map(({ subscriptionId }) => subscriptionId).sort()).toEqual(known.sort())
  })
})
