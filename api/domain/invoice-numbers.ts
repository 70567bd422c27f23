import type { InvoiceNumberEvent } from '#schemas/events/invoice-numbers.ts'
import type { InvoiceId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'

/** The numbers of a year's invoices: the n-th has the number n. */
type InvoiceNumbers = { given: ReadonlyMap<InvoiceId, number> }

type NumberInvoice = { type: 'NumberInvoice'; invoiceId: InvoiceId; year: number }

/** Gives each invoice the next number of its year, once: numbers have no gap, which the law asks for. */
export const invoiceNumbersDecider: Decider<InvoiceNumbers, NumberInvoice, InvoiceNumberEvent> = {
  initialState: { given: new Map() },
  evolve: ({ given }, { data: { invoiceId, sequence } }) => ({ given: new Map([...given, [invoiceId, sequence]]) }),
  decide: ({ given }, { invoiceId, year }) =>
    given.has(invoiceId) ? [] : [{ type: 'InvoiceNumbered', data: { invoiceId, year, sequence: given.size + 1 } }],
}

/** As it stands on the invoice: '2026-0042'. */
export const invoiceNumber = (year: number, sequence: number): string => `${year}-${String(sequence).padStart(4, '0')}`
