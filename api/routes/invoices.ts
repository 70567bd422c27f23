import type { NewsAsked } from '#api/adapters/news-asked.ts'
import { comparisonDecider } from '#api/domain/billing/comparison.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { comparisonStream, invoiceStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { accepted, type ContentAnswer, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orBehind, orNotFound } from '#api/services/records/owned.ts'
import { ownerOf } from '#api/services/teams/team-access.ts'
import type { InvoiceRow } from '#projections/billing/invoices.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { invoiceFileName } from '#schemas/billing/invoice-file-name.ts'
import { majorUnits } from '#schemas/billing/money.ts'
import type { InvoiceId } from '#schemas/ids.ts'
import {
  downloadInvoice,
  downloadTeamInvoice,
  type Invoice,
  listInvoices,
  listTeamInvoices,
} from '#schemas/resources/invoices.ts'
import { type KioskBilling, orderBillingSweep, showKioskBilling } from '#schemas/resources/kiosk-billing.ts'

const presentInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  date: row.issued_at,
  total: majorUnits(row.total_minor),
  tax: majorUnits(row.tax_minor),
  currency: row.currency,
  status: row.refunded_minor > 0 && row.refunded_minor >= row.total_minor ? 'refunded' : row.status,
})

export const invoiceRoutes = (ledger: Ledger, { billing: { invoices }, directory: { teams } }: ReadModels): Route[] => {
  const pdfOf = async (billable: Pick<Billable, 'id'>, id: InvoiceId): Promise<ContentAnswer> => {
    const { number } = orNotFound(invoices.one(billable, id))
    const recorded = (await ledger.read(invoiceStream(id))).find((event) => event.type === 'InvoiceRecorded')
    // A third of the program, which most processes never need.
    const { invoicePdf } = await import('#api/adapters/pdf/invoice-pdf.ts')
    return {
      kind: 'content',
      bytes: await invoicePdf(orBehind(recorded).data),
      type: 'application/pdf',
      disposition: 'attachment',
      name: invoiceFileName(number),
    }
  }

  return [
    route(listInvoices, ({ actor, query }) => list(invoices.list({ id: actor.userId }, query), presentInvoice)),

    route(listTeamInvoices, ({ actor, params: { id }, query }) => {
      ownerOf(teams, actor, id)
      return list(invoices.list({ id }, query), presentInvoice)
    }),

    route(downloadInvoice, ({ actor, params }) => pdfOf({ id: actor.userId }, params.id)),

    route(downloadTeamInvoice, ({ actor, params: { id, invoice_id } }) => {
      ownerOf(teams, actor, id)
      return pdfOf({ id }, invoice_id)
    }),
  ]
}

/** Open orders and news that are shown one by one. */
const mostShown = 100

/** The state of billing for operators, and the comparison with the payment provider that they may ask for. */
export const kioskBillingRoutes = (
  ledger: Ledger,
  provider: string,
  newsAsked: Pick<NewsAsked, 'at'>,
  { directory: { billingAccounts }, billing: { providerNews, comparisons } }: ReadModels,
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
