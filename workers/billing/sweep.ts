import { v7 as newUuid } from 'uuid'
import { providerEventDecider } from '#api/domain/message.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { providerEventStream } from '#api/event-store/streams.ts'
import { compareAndRecord } from './compare.ts'
import type { BillingTools } from './tools.ts'

const hour = 60 * 60 * 1000

/** Milliseconds that news may be listed late by, and for which a worker that starts looks back: as long as Stripe tries. */
const overlap = hour
const lookBack = 72 * hour

/** Milliseconds between two comparisons of all that the provider knows with the log. */
const betweenComparisons = 24 * hour

/** Records the news of a provider since an instant that no webhook has brought. */
const hearMissed = async ({ ledger, provider, now }: BillingTools, since: Date): Promise<void> => {
  for (const news of await provider.newsSince(since)) {
    const context = contextOfStep({ worker: 'billing-sweep', teamId: null, about: newUuid() }, 'hear', now())
    const command = { type: 'ReceiveProviderEvent', news } as const
    await handle(ledger, providerEventDecider, providerEventStream(news), command, context)
  }
}

const compare = (tools: BillingTools): Promise<void> => {
  const about = newUuid()
  const of = { worker: 'billing-sweep', teamId: null, about, causationId: null }
  return compareAndRecord(tools, about, contextOfStep(of, 'compare', tools.now()))
}

/**
 * Finds what webhooks have not brought: news every so many milliseconds, and all subscriptions and invoices at the start
 * and once a day. No paid subscription and no invoice stays unknown, whatever was lost on the way. `asked` is told when
 * the provider has answered the question for news.
 */
export const openBillingSweep = (tools: BillingTools, every: number, asked: (at: string) => void) => {
  let heardAt: number | null = null
  let comparedAt: number | null = null
  return async (now: Date): Promise<void> => {
    const time = now.getTime()
    if (heardAt === null || time - heardAt >= every) {
      await hearMissed(tools, new Date(heardAt === null ? time - lookBack : heardAt - overlap))
      heardAt = time
      asked(now.toISOString())
    }
    if (comparedAt !== null && time - comparedAt < betweenComparisons) return
    await compare(tools)
    comparedAt = time
  }
}
