import { onTestFinished } from 'vitest'
import { type PaymentProvider, ProviderAway, ProviderFailed } from '#api/adapters/payment/payment-provider.ts'
import { type BillingCommand, billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream, invoiceIdOf, invoiceStream, teamStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { TeamId } from '#schemas/ids.ts'
import { compareAndRecord } from '#workers/billing/compare.ts'
import { converge } from '#workers/billing/converge.ts'
import type { Invoicing } from '#workers/billing/tools.ts'
import { runBillingOrderJob } from '#workers/jobs/run-billing-order.ts'
import { newBillingOrderId, orderedPlan } from './billing.ts'
import { contextOf } from './contexts.ts'
import { invoicing } from './invoices.ts'
import { openMemoryLedger } from './ledger.ts'
import { newCommandId, newTeamId, newUserId } from './new-ids.ts'

const starter = orderedPlan('starter')

/** A team that orders from a payment provider, with a card that is good; `changes` to what its invoices say. */
export const payingTeam = (provider: PaymentProvider, card: string, changes: Partial<Invoicing> = {}) => {
  let given = openMemoryLedger()
  onTestFinished(() => given.close())
  const billable: Billable = { kind: 'team', id: newTeamId() }
  const stream = billingStream(billable)
  let outcomesToLose = 0
  const append: Ledger['append'] = (of, expected, news) => {
    const isLost = outcomesToLose > 0 && news.some(({ type }) => /^BillingOrder(Done|Refused)$/.test(type))
    if (!isLost) return given.ledger.append(of, expected, news)
    outcomesToLose -= 1
    return Promise.reject(new Error('The log is away'))
  }
  const tools = () => ({
    ledger: { ...given.ledger, append },
    provider,
    invoicing: { ...invoicing, ...changes },
    now: () => new Date(),
  })
  const events = () => given.ledger.read(stream)
  const place = (command: BillingCommand) =>
    handle(given.ledger, billingDecider, stream, command, contextOf(null, null))

  let failedRuns = 0
  const run = async () => {
    const latest = (await events()).findLast(
      ({ type, data }) => type === 'BillingOrderPlaced' || (type === 'BillingOrderRetried' && data.by === 'payer'),
    )
    if (!(latest?.type === 'BillingOrderPlaced' || latest?.type === 'BillingOrderRetried')) throw new Error('No order')
    const { id: eventId, metadata, data } = latest
    const payload = { eventId, correlationId: metadata.correlationId, billable, orderId: data.orderId }
    for (let tries = 0; tries < 10; tries += 1) {
      try {
        return await runBillingOrderJob(tools()).run(payload, { last: false })
      } catch (error) {
        if (!(error instanceof ProviderAway) && !(error instanceof ProviderFailed)) throw error
        failedRuns += 1
      }
    }
    throw new Error('It never ended')
  }
  const at = () => new Date().toISOString()

  return {
    state: () => load(given.ledger, billingDecider, stream),
    subscription: async () => liveSubscription(await load(given.ledger, billingDecider, stream)),
    /** In seconds since 1970. */
    endOfPeriod: async () => {
      const { periodEnd } = liveSubscription(await load(given.ledger, billingDecider, stream)) ?? {}
      return Date.parse(periodEnd ?? '') / 1000
    },
    types: async () => (await events()).map(({ type }) => type),
    last: async () => (await events()).at(-1),
    /** The order of somebody who registers with a card. */
    orderAhead: async (token: string, buyer: { name: string; email: string }) => {
      const order = { billable, orderId: newBillingOrderId(), at: at(), plan: starter, coupon: null }
      await place({ type: 'OrderPlan', ...order, token, trialEndsAt: null, buyer })
      await run()
    },
    orderPlan: async (
      plan = starter,
      token: string | null = card,
      trialEndsAt: string | null = null,
      coupon: string | null = null,
    ) => {
      const orderId = newBillingOrderId()
      await place({ type: 'OrderPlan', billable, orderId, at: at(), plan, coupon, token, trialEndsAt })
      await run()
    },
    /** One that waits for a subscription is no order yet. */
    orderDiscount: async (discount: DiscountTerms) => {
      await place({ type: 'OrderDiscount', billable, orderId: newBillingOrderId(), at: at(), discount })
      if ((await load(given.ledger, billingDecider, stream)).order) await run()
    },
    cancel: async () => {
      await place({ type: 'OrderCancellation', billable, orderId: newBillingOrderId(), at: at() })
      await run()
    },
    orderCard: async (token: string) => {
      await place({ type: 'OrderCard', billable, orderId: newBillingOrderId(), at: at(), token })
      await run()
    },
    orderTax: async () => {
      await place({ type: 'OrderTax', billable, orderId: newBillingOrderId(), at: at() })
      if ((await load(given.ledger, billingDecider, stream)).order) await run()
    },
    converge: async () => {
      const { customer } = await load(given.ledger, billingDecider, stream)
      await converge(tools(), { billable, customerId: customer?.customerId ?? '' }, contextOf(null, null))
    },
    /** Compares everything as the sweep does once a day; the log gets the team that the billable is. */
    compare: async () => {
      const team = { teamId: TeamId.parse(billable.id), ownerId: newUserId(), name: 'North', slug: 'north' }
      const command = { type: 'CreateTeam', ...team, trialEndsAt: at() } as const
      await handle(given.ledger, teamDecider, teamStream(team.teamId), command, contextOf(null, null))
      await compareAndRecord(tools(), newCommandId(), contextOf(null, null))
    },
    /** A log that holds the first events alone, as a backup of that moment does. */
    restoreTo: async (howMany: number) => {
      const kept = (await events()).slice(0, howMany)
      await given.close()
      given = openMemoryLedger()
      await given.ledger.append(stream, 'no-stream', kept)
    },
    run,
    /** Lets the log be away when it is told of the outcome of an order, so many times. */
    loseOutcomes: (times: number) => {
      outcomesToLose = times
    },
    /** How often an order had to be tried again. */
    failedRuns: () => failedRuns,
    give: (command: BillingCommand) => place(command),
    billable,
    /** The events of an invoice, by the provider's id of it. */
    invoice: (id: string) => given.ledger.read(invoiceStream(invoiceIdOf(provider.name, id))),
  }
}
