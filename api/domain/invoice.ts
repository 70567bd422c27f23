import type { InvoiceBuyersEvent, InvoiceEvent, InvoiceNumberEvent } from '#schemas/events/invoice.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { InvoiceId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Issued = EventNamed<'InvoiceRecorded'>['data']
type Named = Pick<Issued, 'invoiceId' | 'billable' | 'number' | 'totalMinor' | 'currency'>

type Invoice =
  | { status: 'none' }
  | ({
      status: 'open' | 'paid' | 'void'
      /** Failed tries to collect it. */
      attempts: number
      refundedMinor: number
    } & Named)

/** The state of an invoice at the payment provider; times are the provider's. */
export type InvoiceCommand =
  | ({ type: 'RecordInvoice' } & Issued)
  /** Records it, if it is new, and what has become of it. */
  | { type: 'ConvergeInvoice'; issued: Issued; outcomes: readonly InvoiceOutcome[] }
  | { type: 'PayInvoice'; at: string }
  /** `attempt` counts the tries from 1. */
  | { type: 'FailInvoicePayment'; attempt: number; nextAt: string | null }
  | { type: 'VoidInvoice'; at: string }
  /** `refundedMinor` is the sum of all refunds so far. */
  | { type: 'RefundInvoice'; refundedMinor: number; at: string }

const named = ({ invoiceId, billable, number, totalMinor, currency }: Named): Named => ({
  invoiceId,
  billable,
  number,
  totalMinor,
  currency,
})

const evolve = (invoice: Invoice, event: InvoiceEvent): Invoice => {
  const { data } = event
  if (event.type === 'InvoiceRecorded') return { status: 'open', attempts: 0, refundedMinor: 0, ...named(data) }
  if (invoice.status === 'none') return invoice
  switch (event.type) {
    case 'InvoicePaid':
      return { ...invoice, status: 'paid' }
    case 'InvoicePaymentFailed':
      return { ...invoice, attempts: event.data.attempt }
    case 'InvoiceVoided':
      return { ...invoice, status: 'void' }
    case 'InvoiceRefunded':
      return { ...invoice, refundedMinor: invoice.refundedMinor + event.data.amountMinor }
    default:
      event satisfies never
      return invoice
  }
}

type Recorded = Exclude<Invoice, { status: 'none' }>
export type InvoiceOutcome = Exclude<InvoiceCommand, { type: 'RecordInvoice' | 'ConvergeInvoice' }>

const settle = (invoice: Recorded, command: InvoiceOutcome): InvoiceEvent[] => {
  const data = named(invoice)
  const { status, attempts, refundedMinor } = invoice
  switch (command.type) {
    case 'PayInvoice':
      if (status === 'void') throw new RuleBroken('invoice-settled')
      return status === 'paid' ? [] : [{ type: 'InvoicePaid', data: { ...data, at: command.at } }]
    case 'FailInvoicePayment': {
      const { attempt, nextAt } = command
      if (status !== 'open' || attempt <= attempts) return []
      return [{ type: 'InvoicePaymentFailed', data: { ...data, attempt, nextAt } }]
    }
    case 'VoidInvoice':
      if (status === 'paid') throw new RuleBroken('invoice-settled')
      return status === 'void' ? [] : [{ type: 'InvoiceVoided', data: { ...data, at: command.at } }]
    case 'RefundInvoice': {
      const amountMinor = command.refundedMinor - refundedMinor
      if (amountMinor <= 0) return []
      if (status !== 'paid') throw new RuleBroken('invoice-settled')
      return [{ type: 'InvoiceRefunded', data: { ...data, at: command.at, amountMinor } }]
    }
    default:
      command satisfies never
      return []
  }
}

const decide = (invoice: Invoice, command: InvoiceCommand): InvoiceEvent[] => {
  switch (command.type) {
    case 'RecordInvoice': {
      const { type: _, ...data } = command
      return invoice.status === 'none' ? [{ type: 'InvoiceRecorded', data }] : []
    }
    case 'ConvergeInvoice': {
      let state = invoice
      return [{ type: 'RecordInvoice', ...command.issued } as const, ...command.outcomes].flatMap((each) => {
        const events = decide(state, each)
        state = events.reduce(evolve, state)
        return events
      })
    }
    default:
      if (invoice.status === 'none') throw new RuleBroken('invoice-not-found')
      return settle(invoice, command)
  }
}

/** An invoice, by what the payment provider says of it; what is known already is not recorded again. */
export const invoiceDecider: Decider<Invoice, InvoiceCommand, InvoiceEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
}

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

type InvoiceBuyers = { status: 'kept' | 'forgotten' }

type ForgetBuyers = { type: 'ForgetBuyers'; buyerKey: string }

/** The buyers in the invoices under one key. */
export const invoiceBuyersDecider: Decider<InvoiceBuyers, ForgetBuyers, InvoiceBuyersEvent> = {
  initialState: { status: 'kept' },
  evolve: () => ({ status: 'forgotten' }),
  decide: ({ status }, { buyerKey }) =>
    status === 'forgotten' ? [] : [{ type: 'InvoiceBuyersForgotten', data: { buyerKey } }],
}
