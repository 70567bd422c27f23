import type { InvoiceBuyersEvent } from '#schemas/events/invoice-buyers.ts'
import type { Decider } from './decider.ts'

type InvoiceBuyers = { status: 'kept' | 'forgotten' }

type ForgetBuyers = { type: 'ForgetBuyers'; buyerKey: string }

/** The buyers in the invoices under one key. */
export const invoiceBuyersDecider: Decider<InvoiceBuyers, ForgetBuyers, InvoiceBuyersEvent> = {
  initialState: { status: 'kept' },
  evolve: () => ({ status: 'forgotten' }),
  decide: ({ status }, { buyerKey }) =>
    status === 'forgotten' ? [] : [{ type: 'InvoiceBuyersForgotten', data: { buyerKey } }],
}
