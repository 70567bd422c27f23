import { v7 as newUuid } from 'uuid'
import type { FoundSubscription } from '#api/adapters/payment/payment-provider.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { providerEventDecider } from '#api/domain/provider-event.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { billingStream, providerEventStream } from '#api/event-store/streams.ts'
import { contextOfStep } from '../command-context.ts'
import { forEachInOrder } from '../sweeps.ts'
import { convergeCustomer } from './customers.ts'
import type { BillingTools } from './tools.ts'

const hour = 60 * 60 * 1000

/** Milliseconds that news may be listed late by, and for which a worker that starts looks back: as long as Stripe tries. */
const [overlap, lookBack] = [hour, 72 * hour]

/** Milliseconds between two comparisons of all subscriptions with the log. */
const betweenComparisons = 24 * hour

/** Records the news of a provider since an instant that no webhook has brought. */
const hearMissed = async ({ ledger, provider, now }: BillingTools, since: Date): Promise<void> => {
  for (const news of await provider.newsSince(since)) {
    const context = contextOfStep({ worker: 'billing-sweep', teamId: null, about: newUuid() }, 'hear', now())
    const command = { type: 'ReceiveProviderEvent', news } as const
    await handle(ledger, providerEventDecider, providerEventStream(news), command, context)
  }
}

const isUnknown = async ({ ledger }: BillingTools, { billable, ...found }: FoundSubscription): Promise<boolean> => {
  const billing = await load(ledger, billingDecider, billingStream(billable))
  const isLiveHere = liveSubscription(billing)?.subscriptionId === found.subscriptionId
  return found.isLive ? !isLiveHere : isLiveHere
}

/** Compares every subscription with the log, and records what the log does not know (a backup was restored). */
const compareAll = async (tools: BillingTools): Promise<void> => {
  const found = await tools.provider.allSubscriptions()
  await forEachInOrder(found, async (each) => {
    if (await isUnknown(tools, each)) await convergeCustomer(tools, each.customerId, null)
  })
}

/**
 * Finds what webhooks have not brought: news every so many milliseconds, and all subscriptions at the start and once a
 * day. No paid subscription stays unknown, whatever was lost on the way.
 */
export const openBillingSweep = (tools: BillingTools, every: number) => {
  let heardAt: number | null = null
  let comparedAt: number | null = null
  return async (now: Date): Promise<void> => {
    const time = now.getTime()
    if (heardAt === null || time - heardAt >= every) {
      await hearMissed(tools, new Date(heardAt === null ? time - lookBack : heardAt - overlap))
      heardAt = time
    }
    if (comparedAt !== null && time - comparedAt < betweenComparisons) return
    await compareAll(tools)
    comparedAt = time
  }
}
