import type { Billable } from '#schemas/billing/billable.ts'
import type { InvoiceEvent } from '#schemas/events/invoice.ts'
import type { InvoiceBuyersEvent } from '#schemas/events/invoice-buyers.ts'
import type { InvoiceNumberEvent } from '#schemas/events/invoice-numbers.ts'
import type { DescriptionsOf } from './description.ts'
import { sentence } from './sentence.ts'

/** The team whose history has it, or the user, whose history only operators see. */
const about = ({ billable }: { billable: Billable }) =>
  billable.kind === 'team'
    ? ({ resource: 'teams', id: billable.id, teamId: billable.id } as const)
    : ({ resource: 'users', id: billable.id, teamId: null } as const)

/** Lines, amount and buyer are for the payer alone (D-114); the history tells what became of the invoice. */
export const invoiceDescriptions: DescriptionsOf<InvoiceBuyersEvent | InvoiceEvent | InvoiceNumberEvent> = {
  InvoiceBuyersForgotten: null,
  InvoiceNumbered: null,
  InvoiceRecorded: ({ data }) => ({
    ...about(data),
    summary: sentence`Issued invoice ${data.number}`,
    weight: 1,
  }),
  InvoicePaid: ({ data }) => ({
    ...about(data),
    summary: sentence`Received the payment of invoice ${data.number}`,
    weight: 1,
  }),
  InvoicePaymentFailed: ({ data }) => ({
    ...about(data),
    summary: sentence`Could not collect the payment of invoice ${data.number}`,
    weight: 1,
  }),
  InvoiceVoided: ({ data }) => ({ ...about(data), summary: sentence`Cancelled invoice ${data.number}`, weight: 1 }),
  InvoiceRefunded: ({ data }) => ({
    ...about(data),
    summary: sentence`Refunded a payment of invoice ${data.number}`,
    weight: 1,
  }),
}
