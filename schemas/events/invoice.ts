import { z } from 'zod'
import { Billable, PaymentProvider } from '#schemas/billing/billable.ts'
import { Currency, MinorUnits } from '#schemas/billing/money.ts'
import { type EventOf, personalText } from '../event.ts'
import { InvoiceId } from '../ids.ts'

const instant = z.iso.datetime()

/** Whoever sells, as the configuration named them on that day. */
const Seller = z.object({
  name: z.string(),
  /** Lines of the postal address. */
  address: z.array(z.string()),
  vatId: z.string().nullable(),
  email: z.string().nullable(),
})

/** Whoever was billed, as the billing account named them on that day. */
const Buyer = z.object({
  name: personalText,
  email: personalText,
  address: personalText,
  addressLine2: personalText,
  city: personalText,
  state: personalText,
  zip: personalText,
  /** ISO 3166-1, two capital letters. */
  country: z.string().nullable(),
  vatId: personalText,
  /** Further lines that the buyer wants to read, such as an order number. */
  information: personalText,
})

/** From is in it, to is not. */
const Period = z.object({ from: instant, to: instant })

const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.int(),
  /** Null where an amount is not a number of units, as of a part of a month. */
  unitMinor: MinorUnits.nullable(),
  /** Before discount and VAT; below zero for time that was paid and not used. */
  amountMinor: MinorUnits,
  period: Period.nullable(),
  /** Whether it is for the rest of a period, because the plan was changed within it. */
  proration: z.boolean(),
})

const InvoiceDiscount = z.object({
  /** The coupon's name or code. */
  name: z.string(),
  percentOff: z.number().nullable(),
  /** The amount of the discount, above zero. */
  amountMinor: MinorUnits,
})

/** VAT of one rate: a percentage of the net amount. */
const InvoiceTax = z.object({
  country: z.string().nullable(),
  rate: z.number(),
  netMinor: MinorUnits,
  amountMinor: MinorUnits,
})

/**
 * Why the VAT is what it is (D-69): charged at the buyer's rate; due from the recipient, who has a number in another
 * country; outside the scope of European VAT; or not collected by this installation at all.
 */
export const VatTreatment = z.enum(['charged', 'reverse-charge', 'outside-scope', 'not-collected'])

/** The amounts that each event of an invoice repeats, so that totals need no other event (D-61). */
const ofInvoice = {
  invoiceId: InvoiceId,
  billable: Billable,
  number: z.string(),
  /** With VAT, after discounts. */
  totalMinor: MinorUnits,
  currency: Currency,
}

export const invoiceEvents = {
  /** An invoice as it was issued, which never changes: a correction is another invoice. Its PDF is drawn from it alone. */
  InvoiceRecorded: z.object({
    ...ofInvoice,
    provider: PaymentProvider,
    /** The provider's own id. */
    providerInvoiceId: z.string(),
    issuedAt: instant,
    /** Null: due at once. */
    dueAt: instant.nullable(),
    period: Period.nullable(),
    seller: Seller,
    /** Names the key that seals the buyer (`buyerKeyOf` in api/event-store/streams.ts). */
    buyerKey: z.string(),
    /** Null once the years have passed for which the law wants it. */
    buyer: Buyer.nullable(),
    lines: z.array(InvoiceLine),
    discounts: z.array(InvoiceDiscount),
    taxes: z.array(InvoiceTax),
    vat: VatTreatment,
    /** The total without VAT. */
    netMinor: MinorUnits,
    /** The part of the total that a credit from before pays. */
    creditMinor: MinorUnits,
  }),
  InvoicePaid: z.object({ ...ofInvoice, at: instant }),
  /** `nextAt` is when the provider tries again; null if it does not. */
  InvoicePaymentFailed: z.object({
    ...ofInvoice,
    attempt: z.int().min(1),
    nextAt: instant.nullable(),
  }),
  InvoiceVoided: z.object({ ...ofInvoice, at: instant }),
  /** One refund of a part or of all; `amountMinor` is above zero. */
  InvoiceRefunded: z.object({ ...ofInvoice, at: instant, amountMinor: MinorUnits }),
}

export type InvoiceEvent = EventOf<typeof invoiceEvents>

export const invoiceNumberEvents = {
  /** An invoice got its number, where the payment provider gives none; `sequence` counts each year's from 1, without a gap. */
  InvoiceNumbered: z.object({ invoiceId: InvoiceId, year: z.int(), sequence: z.int().min(1) }),
}

export type InvoiceNumberEvent = EventOf<typeof invoiceNumberEvents>

export const invoiceBuyersEvents = {
  /** The law wants the invoices under a buyers' key no longer: the key was destroyed, and nobody can read who was billed. */
  InvoiceBuyersForgotten: z.object({ buyerKey: z.string() }),
}

export type InvoiceBuyersEvent = EventOf<typeof invoiceBuyersEvents>
