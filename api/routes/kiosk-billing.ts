import type { NewsAsked } from '#api/adapters/news-asked.ts'
import { comparisonDecider } from '#api/domain/billing/comparison.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { comparisonStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { accepted, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { type KioskBilling, orderBillingSweep, showKioskBilling } from '#schemas/resources/kiosk-billing.ts'

/** Open orders and news that are shown one by one. */
const mostShown = 100

/** The state of billing for operators, and the comparison with the payment provider that they may ask for. */
export const kioskBillingRoutes = (
  ledger: Ledger,
  provider: string,
  newsAsked: Pick<NewsAsked, 'at'>,
  { billingAccounts, providerNews, comparisons }: Pick<ReadModels, 'billingAccounts' | 'providerNews' | 'comparisons'>,
): Route[] => {
  const shownTo = (actor: SignedIn, asked: string | null) => (): KioskBilling => {
    const { total, oldest } = billingAccounts.openOrders(mostShown)
    const last = comparisons.last()
    const unhandled = providerNews.open(mostShown)
    return {
      provider,
      open_orders: {
        total,
        oldest: oldest.map(({ billable_kind, billable_id, awaits_payer, ...order }) => ({
          ...order,
          billable: {
            kind: billable_kind,
            id: billable_id,
          } as KioskBilling['open_orders']['oldest'][number]['billable'],
          awaits_payer: awaits_payer === 1,
        })),
      },
      unhandled_events: {
        ...unhandled,
        // Customers are shown in a session alone, never by token (D-114).
        oldest: unhandled.oldest.map((news) => (actor.via.kind === 'session' ? news : { ...news, customer_id: null })),
      },
      last_sweep: last
        ? {
            at: last.compared_at,
            subscriptions: last.subscriptions,
            invoices: last.invoices,
            differences: last.found,
          }
        : null,
      differences: last?.differences ?? [],
      news_asked_at: asked,
      sweep_ordered_at: comparisons.orderedAt(),
    }
  }

  return [
    route(showKioskBilling, async ({ actor }) => resource(shownTo(actor, await newsAsked.at(provider))())),

    route(orderBillingSweep, async ({ actor, context }) => {
      const comparisonId = idMadeBy(context.commandId, 'billing-comparison')
      const command = { type: 'OrderComparison', comparisonId } as const
      const { position } = await handle(ledger, comparisonDecider, comparisonStream(comparisonId), command, context)
      return accepted(shownTo(actor, await newsAsked.at(provider)), position)
    }),
  ]
}
