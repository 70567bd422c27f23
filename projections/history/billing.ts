import type { Billable } from '#schemas/billing/billable.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { ProviderEventEvent } from '#schemas/events/billing-comparison.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { InvoiceBuyersEvent, InvoiceEvent, InvoiceNumberEvent } from '#schemas/events/invoice.ts'
import type { DescriptionsOf } from './description.ts'
import { type Sentence, sentence } from './sentence.ts'

/** Billing of a team belongs to its history; that of a user is theirs, so only operators see it beside them. */
const about = ({ kind, id }: Billable) =>
  kind === 'team'
    ? ({ resource: 'teams', id, teamId: id } as const)
    : ({ resource: 'users', id, teamId: null } as const)

const told = ({ billable }: { billable: Billable }, summary: Sentence | null) => ({ ...about(billable), summary })
const beside = (of: { billable: Billable }, summary: Sentence) => ({ ...told(of, summary), weight: 1 as const })

/** "£5.00" depends on a currency's own rules; this is plain: "5.00 GBP". */
const money = (minor: number, currency: string): string => `${(minor / 100).toFixed(2)} ${currency.toUpperCase()}`

const off = ({ percentOff, amountMinor, currency }: DiscountTerms): string =>
  percentOff === null ? money(amountMinor ?? 0, currency ?? '') : `${percentOff} %`

const day = (instant: string): string => instant.slice(0, 10)

export const billingDescriptions: DescriptionsOf<
  BillingEvent | InvoiceBuyersEvent | InvoiceEvent | InvoiceNumberEvent | ProviderEventEvent
> = {
  // An address is personal: the entry says that it changed, and not what it is.
  BillingAddressGiven: ({ data }) => beside(data, sentence`Changed the billing address`),
  ExtraBillingInformationGiven: ({ data }) => beside(data, sentence`Changed the extra billing information`),
  PlanChosen: ({ data }) => beside(data, sentence`Chose the plan ${data.plan}`),
  // Which card it is, and what was paid, is the payer's alone to know (D-114).
  PaymentMethodReplaced: ({ data }) => told(data, sentence`Changed the card`),
  TaxRateSet: ({ data }) => beside(data, sentence`The tax rate is now ${String(data.rate)} %`),
  BillingOrderRefused: ({ data }) =>
    data.code === 'replaced'
      ? { ...about(data.billable), summary: null }
      : told(data, sentence`The payment provider refused a change: ${data.message}`),
  SubscriptionStarted: ({ data }) => told(data, sentence`Subscribed to the plan ${data.plan}`),
  PlanSwapped: ({ data }) => told(data, sentence`Changed the plan from ${data.from.plan} to ${data.plan}`),
  TrialEnded: ({ data }) => told(data, sentence`The trial of the plan ended`),
  SubscriptionCancelled: ({ data }) =>
    told(data, sentence`Cancelled the subscription, which ends on ${day(data.endsAt)}`),
  SubscriptionResumed: ({ data }) => told(data, sentence`Resumed the subscription`),
  SubscriptionRenewed: ({ data }) => beside(data, sentence`The subscription was renewed until ${day(data.periodEnd)}`),
  PaymentOverdue: ({ data }) => told(data, sentence`A payment failed`),
  RenewalAwaitsPayer: ({ data }) => told(data, sentence`A payment waits to be confirmed`),
  RenewalWaitEnded: ({ data }) => told(data, sentence`A payment no longer waits to be confirmed`),
  PaymentRecovered: ({ data }) => told(data, sentence`The overdue payment was made`),
  SubscriptionEnded: ({ data }) => told(data, sentence`The subscription ended`),
  DiscountApplied: ({ data }) => told(data, sentence`Got a discount of ${off(data)}`),
  DiscountWaits: ({ data }) => told(data, sentence`Gets a discount of ${off(data)} with the next subscription`),
  CouponRedeemed: ({ data }) => beside(data, sentence`Redeemed the coupon ${data.code ?? data.couponId}`),
  DiscountEnded: ({ data }) => beside(data, sentence`The discount ended`),
  TrialEndsSoon: null,
  CardExpiresSoon: null,
  // The outcome of an order has the entry.
  // A discount of an operator is theirs to answer for, though a worker carries it out (D-106); other orders have an
  // outcome.
  BillingOrderPlaced: ({ data }) =>
    told(data, data.kind === 'discount' && data.discount ? sentence`Gave a discount of ${off(data.discount)}` : null),
  BillingOrderRetried: null,
  BillingOrderAwaitsPayer: null,
  BillingOrderDone: null,
  CustomerRegistered: null,
  ProviderEventReceived: null,
  ProviderEventHandled: null,
  // Lines, amount and buyer are for the payer alone (D-114); the history tells what became of the invoice.
  InvoiceBuyersForgotten: null,
  InvoiceNumbered: null,
  InvoiceRecorded: ({ data }) => beside(data, sentence`Issued invoice ${data.number}`),
  InvoicePaid: ({ data }) => beside(data, sentence`Received the payment of invoice ${data.number}`),
  InvoicePaymentFailed: ({ data }) => beside(data, sentence`Could not collect the payment of invoice ${data.number}`),
  InvoiceVoided: ({ data }) => beside(data, sentence`Cancelled invoice ${data.number}`),
  InvoiceRefunded: ({ data }) => beside(data, sentence`Refunded a payment of invoice ${data.number}`),
}
