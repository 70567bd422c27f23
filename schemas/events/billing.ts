import { z } from 'zod'
import { Billable, inAccount, PaymentProvider } from '#schemas/billing/billable.ts'
import { type EventOf, personalText } from '../event.ts'
import { UserId } from '../ids.ts'
import { VatTreatment } from './invoice.ts'

/** Who a team or a user is to the payment provider, and what stands on their invoices. */
export const billingEvents = {
  /** `userId` gave it: the owner of the team, or the user. `country` is an ISO 3166-1 code. */
  BillingAddressGiven: z.object({
    ...inAccount,
    userId: UserId,
    address: personalText,
    addressLine2: personalText,
    city: personalText,
    state: personalText,
    zip: personalText,
    country: z.string().nullable(),
    vatId: personalText,
  }),
  /** Further lines of the buyer on invoices, such as an order number; null for none. */
  ExtraBillingInformationGiven: z.object({ ...inAccount, information: personalText }),
  /** The plan that was chosen at registration, to be paid for later (D-87). */
  PlanChosen: z.object({ billable: Billable, plan: z.string() }),
  CustomerRegistered: z.object({
    billable: Billable,
    provider: PaymentProvider,
    customerId: z.string(),
  }),
  /** The card that is charged from now on, as the provider describes it; nobody else ever knew its number. */
  PaymentMethodReplaced: z.object({
    billable: Billable,
    methodId: z.string(),
    brand: z.string(),
    lastFour: z.string(),
    /** The month after which it is void, 'yyyy-mm'; null for a method without one. */
    expiry: z.string().nullable(),
  }),
  /** The VAT on the next invoices, in percent; `country` is whose rate it is, null without one. */
  TaxRateSet: z.object({ billable: Billable, rate: z.number(), country: z.string().nullable(), vat: VatTreatment }),
}

export type AccountEvent = EventOf<typeof billingEvents>
