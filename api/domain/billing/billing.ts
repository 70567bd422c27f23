import type { Decider } from '#api/domain/decider.ts'
import { accountOf, type Billable } from '#schemas/billing/billable.ts'
import type { PayerTax, ProviderSnapshot } from '#schemas/billing/provider-snapshot.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { BillingOrderId, UserId } from '#schemas/ids.ts'
import { convergedWith } from './converge.ts'
import { discountOfOrder, givenUp } from './discounts.ts'
import { type OrderCommand, placeOrder } from './orders.ts'
import { type ReminderCommand, remind } from './reminders.ts'
import { type Billing, evolve, initialState } from './state.ts'
import { taxDifferences, taxSet } from './taxes.ts'

type DataOf<Type extends BillingEvent['type']> = EventNamed<Type>['data']
type Address = Omit<DataOf<'BillingAddressGiven'>, 'account' | 'billable' | 'userId'>

/** An undefined field stays as it is. */
type ChangedAddress = { [Field in keyof Address]?: Address[Field] | undefined }

/** The outcome of an order: it is done, refused in words for the payer, or waits for them to confirm. */
export type OrderOutcome =
  | { is: 'done' }
  | { is: 'refused'; code: string; message: string }
  | ({ is: 'awaited' } & Pick<DataOf<'BillingOrderAwaitsPayer'>, 'action' | 'clientSecret' | 'invoiceId'>)

export type Settlement = { orderId: BillingOrderId; outcome: OrderOutcome }

export type BillingCommand =
  | OrderCommand
  | ReminderCommand
  | ({ billable: Billable } & (
      | { type: 'GiveBillingAddress'; userId: UserId; address: ChangedAddress; tax: PayerTax | null }
      | { type: 'ChoosePlan'; plan: string }
      | { type: 'GiveExtraBillingInformation'; information: string | null }
      | ({ type: 'RegisterCustomer' } & Pick<DataOf<'CustomerRegistered'>, 'provider' | 'customerId'>)
      /** The next attempt after `attempt`, unless another try began it already. */
      | { type: 'RetryOrder'; orderId: BillingOrderId; attempt: number }
      /** Records what the provider tells, and with it the outcome of an order. `orderId` is for what differs still. */
      | {
          type: 'Converge'
          at: string
          snapshot: ProviderSnapshot | null
          settles: Settlement | null
          tax: PayerTax
          orderId: BillingOrderId
        }
    ))

const noAddress: Address = {
  address: null,
  addressLine2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
  vatId: null,
}

const giveAddress = (
  billing: Billing,
  { billable, userId, address, tax }: Extract<BillingCommand, { type: 'GiveBillingAddress' }>,
): BillingEvent[] => {
  const { address: known } = billing
  const given = Object.entries(address).filter(([, value]) => value !== undefined)
  const before: Address = known ?? noAddress
  if (given.every(([field, value]) => before[field as keyof Address] === value)) return []
  const changed = { ...noAddress, ...known, ...Object.fromEntries(given) }
  const data = { ...changed, account: accountOf(billable), billable, userId }
  return [{ type: 'BillingAddressGiven', data }, ...(tax ? taxSet(billing, billable, tax) : [])]
}

/** Nothing if the order has its outcome, or waits for the same confirmation. */
/** The message for a payer whose coupon the provider has refused. */
const withoutCoupon = 'It no longer waits for a plan: subscribe without it.'

const settle = (
  billing: Billing,
  { billable, at }: { billable: Billable; at: string },
  { orderId, outcome }: Settlement,
): BillingEvent[] => {
  const { order } = billing
  if (order?.orderId !== orderId) return []
  const of = { billable, orderId }
  switch (outcome.is) {
    case 'done':
      return [{ type: 'BillingOrderDone', data: of }]
    case 'refused': {
      const dropped = givenUp(billing, { billable, at }, outcome.code)
      const message = dropped.length > 0 ? `${outcome.message} ${withoutCoupon}` : outcome.message
      return [...dropped, { type: 'BillingOrderRefused', data: { ...of, code: outcome.code, message } }]
    }
    case 'awaited': {
      const { is: _, ...awaited } = outcome
      if (order.awaits?.clientSecret === awaited.clientSecret) return []
      return [{ type: 'BillingOrderAwaitsPayer', data: { ...of, account: accountOf(billable), ...awaited } }]
    }
    default:
      outcome satisfies never
      return []
  }
}

const decide = (billing: Billing, command: BillingCommand): BillingEvent[] => {
  const { billable } = command
  switch (command.type) {
    case 'OrderPlan':
    case 'OrderCancellation':
    case 'OrderCard':
    case 'OrderTax':
    case 'OrderDiscount':
      return placeOrder(billing, command)
    case 'RemindOfTrial':
    case 'RemindOfCard':
      return remind(billing, command)
    case 'GiveBillingAddress':
      return giveAddress(billing, command)
    case 'GiveExtraBillingInformation': {
      const { information } = command
      if (billing.information === information) return []
      return [{ type: 'ExtraBillingInformationGiven', data: { account: accountOf(billable), billable, information } }]
    }
    case 'ChoosePlan': {
      const { plan } = command
      return billing.chosenPlan === plan ? [] : [{ type: 'PlanChosen', data: { billable, plan } }]
    }
    case 'RegisterCustomer': {
      const { provider, customerId } = command
      if (billing.customer?.customerId === customerId) return []
      return [{ type: 'CustomerRegistered', data: { billable, provider, customerId } }]
    }
    case 'RetryOrder': {
      const { orderId, attempt } = command
      if (billing.order?.orderId !== orderId || billing.order.attempt !== attempt) return []
      return [{ type: 'BillingOrderRetried', data: { billable, orderId, attempt: attempt + 1, by: 'worker' } }]
    }
    case 'Converge': {
      const { snapshot, settles, tax } = command
      const ordered = settles?.outcome.is === 'done' ? (billing.order?.discount ?? null) : null
      const news = snapshot ? convergedWith(billing, snapshot, { ...command, ordered }) : []
      const after = news.reduce(evolve, billing)
      const given = settles?.outcome.is === 'done' ? discountOfOrder(after, billing.order, command) : []
      const events = [...news, ...given, ...(settles ? settle(billing, command, settles) : [])]
      if (snapshot === null) return events
      const wasOrdered = settles !== null && billing.order?.kind === 'tax'
      return [...events, ...taxDifferences(events.reduce(evolve, billing), snapshot, tax, command, wasOrdered)]
    }
    default:
      command satisfies never
      return []
  }
}

/** The billing account of a team or a user: what they ordered, and what their payment provider tells. */
export const billingDecider: Decider<Billing, BillingCommand, BillingEvent> = { initialState, evolve, decide }
