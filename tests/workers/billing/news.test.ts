import { describe, expect, onTestFinished, test } from 'vitest'
import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import { stripeProvider } from '#api/adapters/payment/stripe-provider.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { billingStream, teamStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billable.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { newBillingOrderId, orderedPlan } from '#tests/support/billing.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { invoicing } from '#tests/support/invoices.ts'
import { openMemoryLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { sandboxWorld } from '#tests/support/payment-sandbox.ts'
import { openBillingSweep } from '#workers/billing/sweep.ts'
import { hearProviderEventJob } from '#workers/jobs/hear-provider-event.ts'
import { runBillingOrderJob } from '#workers/jobs/run-billing-order.ts'

const DAY = 86_400

const world = async () => {
  const sandbox = await sandboxWorld()
  const stripe = openStripe({ apiBase: sandbox.sandbox.url, secretKey: 'sk_test_sandbox' })
  const provider = stripeProvider({ stripe, name: 'sandbox', testClock: 'clock_sandbox' })
  const billable: Billable = { kind: 'team', id: newTeamId() }
  const context = contextOf(null, null)

  /** A log with the team, and nothing else. */
  const newLog = async (): Promise<TestLedger> => {
    const log = openMemoryLedger()
    onTestFinished(() => log.close())
    const team = { teamId: billable.id, ownerId: newUserId(), name: 'North', slug: 'north', trialEndsAt: context.at }
    await handle(
      log.ledger,
      teamDecider,
      teamStream(billable.id),
      { type: 'CreateTeam', ...team },
      contextOf(null, null),
    )
    return log
  }
  let log = await newLog()
  const tools = () => ({ ledger: log.ledger, provider, invoicing, now: () => new Date() })
  const everything = async (): Promise<RecordedEvent[]> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const events: RecordedEvent[] = []
    const listener = { passed: () => {}, caughtUp: resolve, ended: () => {} }
    const following = log.ledger.subscribe(null, { ...listener, event: (event) => void events.push(event) })
    await promise
    await following.close()
    return events
  }

  return {
    ...{ ...sandbox, everything },
    subscription: async () => liveSubscription(await load(log.ledger, billingDecider, billingStream(billable))),
    subscribe: async () => {
      const order = { billable, orderId: newBillingOrderId(), at: context.at, plan: orderedPlan('starter') }
      const command = { type: 'OrderPlan', ...order, token: 'pm_card_visa', coupon: null, trialEndsAt: null } as const
      await handle(log.ledger, billingDecider, billingStream(billable), command, contextOf(null, null))
      const [placed] = await log.ledger.read(billingStream(billable))
      const payload = { eventId: placed?.id ?? '', correlationId: '', billable, orderId: order.orderId }
      await runBillingOrderJob(tools()).run(payload, { last: false })
    },
    /** Another log, in which nothing of billing was ever written. */
    loseLog: async () => {
      log = await newLog()
    },
    sweep: () => openBillingSweep(tools(), 1000)(new Date()),
    /** Does what the outbox holds of news. */
    hear: async () => {
      for (const { id: eventId, type, data } of await everything()) {
        if (type !== 'ProviderEventReceived') continue
        const { provider, eventId: providerEventId, customerId } = data
        const payload = { eventId, correlationId: '', provider, providerEventId, customerId }
        await hearProviderEventJob(tools()).run(payload, { last: false })
      }
    },
  }
}

const count = (events: readonly RecordedEvent[], type: RecordedEvent['type']) =>
  events.filter((event) => event.type === type).length

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
})
