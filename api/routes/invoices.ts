import type { Ledger } from '#api/event-store/ledger.ts'
import { invoiceStream } from '#api/event-store/streams.ts'
import { type ContentAnswer, list } from '#api/http/answer.ts'
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

const presentInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  date: row.issued_at,
  total: majorUnits(row.total_minor),
  tax: majorUnits(row.tax_minor),
  currency: row.currency,
  status: row.refunded_minor > 0 && row.refunded_minor >= row.total_minor ? 'refunded' : row.status,
})

export const invoiceRoutes = (ledger: Ledger, { invoices, teams }: Pick<ReadModels, 'invoices' | 'teams'>): Route[] => {
  const pdfOf = async (billable: Pick<Billable, 'id'>, id: InvoiceId): Promise<ContentAnswer> => {
    const { number } = orNotFound(invoices.one(billable, id))
    const recorded = (await ledger.read(invoiceStream(id))).find((event) => event.type === 'InvoiceRecorded')
    // A third of the program, which most processes never need.
    const { invoicePdf } = await import('#api/adapters/invoice-pdf/invoice-pdf.ts')
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
