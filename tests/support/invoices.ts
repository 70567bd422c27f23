import { v7 as newUuid } from 'uuid'
import { vatNumberIn } from '#api/adapters/vat-numbers.ts'
import { type InvoiceCommand, invoiceDecider } from '#api/domain/invoice.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { buyerKeyOf, invoiceIdOf, invoiceStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Invoicing } from '#workers/billing/tools.ts'
import { decide } from './record-event.ts'

export type InvoiceData = EventNamed<'InvoiceRecorded'>['data']

/** Who sells, and taxes nobody. */
export const invoicing: Invoicing = {
  seller: { name: 'Siteledger Ltd', address: ['1 High Street', 'London'], vatId: 'GB980780684', email: null },
  tax: { collected: false, home: undefined, numberIn: vatNumberIn },
}

/** VAT is collected, by a seller in Great Britain. */
export const taxedInBritain: Invoicing['tax'] = { collected: true, home: 'GB', numberIn: vatNumberIn }

/** An invoice for a month of a plan at £19 with 20 % VAT, to a team or user; `changes` replace parts of it. */
export const invoiceFor = (billable: Billable, changes: Partial<InvoiceData> = {}): InvoiceData => {
  const providerInvoiceId = changes.providerInvoiceId ?? `in_${newUuid()}`
  const issuedAt = changes.issuedAt ?? '2026-03-01T10:00:00.000Z'
  const month = { from: '2026-03-01T10:00:00.000Z', to: '2026-04-01T10:00:00.000Z' }
  const starter = { description: 'Starter', quantity: 1, unitMinor: 1900, amountMinor: 1900 }
  return {
    invoiceId: invoiceIdOf('sandbox', providerInvoiceId),
    provider: 'sandbox',
    providerInvoiceId,
    billable,
    number: 'SL-0001',
    currency: 'gbp',
    issuedAt,
    dueAt: null,
    period: month,
    seller: invoicing.seller,
    buyerKey: buyerKeyOf(billable, issuedAt),
    buyer: {
      name: 'North Facilities',
      email: 'ann@example.com',
      address: '2 Low Road',
      addressLine2: null,
      city: 'Leeds',
      state: 'West Yorkshire',
      zip: 'LS1 1AA',
      country: 'GB',
      vatId: null,
      information: 'Order 4711',
    },
    lines: [{ ...starter, period: month, proration: false }],
    discounts: [],
    taxes: [{ country: 'GB', rate: 20, netMinor: 1900, amountMinor: 380 }],
    vat: 'charged',
    netMinor: 1900,
    totalMinor: 2280,
    creditMinor: 0,
    ...changes,
  }
}

/** Issues an invoice, with what became of it; answers its data, and what a read of it is sent with. */
export const issueInvoice = async (
  app: { ledger: Ledger },
  billable: Billable,
  changes: Partial<InvoiceData> = {},
  ...outcomes: InvoiceCommand[]
) => {
  const data = invoiceFor(billable, changes)
  const stream = invoiceStream(data.invoiceId)
  let seen = await decide(app, invoiceDecider, stream, { type: 'RecordInvoice', ...data })
  for (const outcome of outcomes) seen = await decide(app, invoiceDecider, stream, outcome)
  return { data, seen }
}
