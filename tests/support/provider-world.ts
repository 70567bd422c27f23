import { onTestFinished } from 'vitest'
import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import { stripeProvider } from '#api/adapters/payment/stripe-provider.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { providerEventDecider } from '#api/domain/message.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { billingStream, providerEventStream, teamStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { CompareBilling } from '#schemas/jobs/compare-billing.ts'
import { compareAndRecord } from '#workers/billing/compare.ts'
import { converge } from '#workers/billing/converge.ts'
import { openBillingSweep } from '#workers/billing/sweep.ts'
import { hearProviderEventJob } from '#workers/jobs/hear-provider-event.ts'
import { runBillingOrderJob } from '#workers/jobs/run-billing-order.ts'
import { compareBillingJob } from '#workers/queues/registry.ts'
import { newBillingOrderId, orderedPlan, untaxed } from './billing.ts'
import { contextOf } from './contexts.ts'
import { invoicing } from './invoices.ts'
import { openMemoryLedger, type TestLedger } from './ledger.ts'
import { newCommandId, newTeamId, newUserId } from './new-ids.ts'
import { sandboxWorld } from './payment-sandbox.ts'

/**
 * A log with a team, the payment sandbox, and the worker's jobs and sweep, which run when they are told to. With
 * `registering` there is no team yet: somebody pays before they have an account.
 */
export const providerWorld = async ({ registering = false } = {}) => {
  const sandbox = await sandboxWorld()
  const stripe = openStripe({ apiBase: sandbox.sandbox.url, secretKey: 'sk_test_sandbox' })
  const provider = stripeProvider({ stripe, name: 'sandbox', testClock: 'clock_sandbox' })
  const billable: Billable = { kind: 'team', id: newTeamId() }
  const context = contextOf(null, null)

  /** A log with the team if there is one, and nothing else. */
  const newLog = async (): Promise<TestLedger> => {
    const log = openMemoryLedger()
    onTestFinished(() => log.close())
    if (registering) return log
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
  let hearing = hearProviderEventJob(tools())
  const everything = async (): Promise<RecordedEvent[]> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const events: RecordedEvent[] = []
    const following = log.ledger.subscribe(null, {
      advance: (_place, event) => {
        if (event) events.push(event)
      },
      caughtUp: resolve,
      ended: () => {},
    })
    await promise
    await following.close()
    return events
  }

  return {
    ...sandbox,
    everything,
    billable,
    /** News as a webhook brings it. */
    receive: async (about: { eventId: string; customerId: string }) => {
      const news = { provider: 'sandbox', type: 'customer.updated', objectId: about.customerId, ...about } as const
      const command = { type: 'ReceiveProviderEvent', news } as const
      await handle(log.ledger, providerEventDecider, providerEventStream(news), command, contextOf(null, null))
    },
    subscription: async () => liveSubscription(await load(log.ledger, billingDecider, billingStream(billable))),
    subscribe: async (token = 'pm_card_visa') => {
      const order = { billable, orderId: newBillingOrderId(), at: context.at, plan: orderedPlan('starter') }
      const buyer = registering ? { buyer: { name: 'North', email: 'ann@example.com' } } : {}
      const command = { type: 'OrderPlan', ...order, ...buyer, token, coupon: null, trialEndsAt: null } as const
      await handle(log.ledger, billingDecider, billingStream(billable), command, contextOf(null, null))
      const [placed] = await log.ledger.read(billingStream(billable))
      const payload = { eventId: placed?.id ?? '', correlationId: '', billable, orderId: order.orderId }
      await runBillingOrderJob(tools()).run(payload, { last: false })
    },
    /** Records what the provider tells of the subscription, and nothing of its invoices. */
    recordSubscriptionAlone: async () => {
      const { customer } = await load(log.ledger, billingDecider, billingStream(billable))
      const snapshot = await provider.snapshot(customer?.customerId ?? '', null)
      const of = { billable, at: new Date().toISOString(), ...untaxed() }
      const command = { type: 'Converge', ...of, snapshot, settles: null } as const
      await handle(log.ledger, billingDecider, billingStream(billable), command, contextOf(null, null))
    },
    /** Asks about the customer; `amid` happens when the provider has answered, and before that is recorded. */
    convergeAmid: async (amid: () => Promise<unknown>) => {
      const { customer } = await load(log.ledger, billingDecider, billingStream(billable))
      let happened: Promise<unknown> | null = null
      const snapshot: typeof provider.snapshot = async (...asked) => {
        const answer = await provider.snapshot(...asked)
        happened ??= amid()
        await happened
        return answer
      }
      const of = { billable, customerId: customer?.customerId ?? '' }
      await converge({ ...tools(), provider: { ...provider, snapshot } }, of, contextOf(null, null))
    },
    /** Another log, in which nothing of billing was ever written. */
    loseLog: async () => {
      log = await newLog()
      hearing = hearProviderEventJob(tools())
    },
    /** Compares everything as the sweep does once a day. */
    compare: () => compareAndRecord(tools(), newCommandId(), contextOf(null, null)),
    compareAsOrdered: (job: CompareBilling) => compareBillingJob(tools()).run(job, { last: false }),
    sweep: (now = new Date(), asked = (_: string): void => {}) => openBillingSweep(tools(), 1000, asked)(now),
    /** Does what the outbox holds of news. */
    hear: async () => {
      for (const { id: eventId, type, data } of await everything()) {
        if (type !== 'ProviderEventReceived') continue
        const { provider, eventId: providerEventId, customerId } = data
        const payload = { eventId, correlationId: '', provider, providerEventId, customerId }
        await hearing.run(payload, { last: false })
      }
    },
  }
}
