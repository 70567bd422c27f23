import type { BillingCommand } from '#api/domain/billing/billing.ts'
import { accountOf, type Billable } from '#schemas/billing/billable.ts'
import type {
  PayerTax,
  ProviderCard,
  ProviderSnapshot,
  ProviderSubscription,
} from '#schemas/billing/provider-snapshot.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { OrderedPlan, OrderKind } from '#schemas/events/billing-order.ts'
import { BillingOrderId } from '#schemas/ids.ts'
import { newCommandId, newTeamId } from './new-ids.ts'

export const newBillingOrderId = () => BillingOrderId.parse(newCommandId())

export const orderedPlan = (id: string, changes: Partial<OrderedPlan> = {}): OrderedPlan => ({
  id,
  name: id,
  unitMinor: 1900,
  currency: 'gbp',
  interval: 'monthly',
  quantity: 1,
  ...changes,
})

/** Of a payer whom nobody taxes. */
export const noTax: PayerTax = { rate: 0, country: null, vat: 'not-collected', number: null }

/** The further tools of a convergence without taxes. */
export const untaxed = () => ({ tax: noTax, orderId: newBillingOrderId() })

export const visa: ProviderCard = { methodId: 'pm_1', brand: 'visa', lastFour: '4242', expiry: '2030-12' }

export const providerSubscription = (changes: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  status: 'active',
  plan: 'starter',
  unitMinor: 1900,
  interval: 'monthly',
  quantity: 1,
  currency: 'gbp',
  startedAt: '2026-03-01T10:00:00.000Z',
  trialEndsAt: null,
  periodEnd: '2026-04-01T10:00:00.000Z',
  cancelledAt: null,
  endsAt: null,
  endedAt: null,
  endReason: 'cancelled',
  orderId: null,
  taxRate: 0,
  discount: null,
  wasPaid: true,
  pendingPlan: null,
  obstacle: null,
  ...changes,
})

/** The events and commands of one billable, for tests that read given, when, then. */
export const billingWorld = (at = '2026-03-01T10:00:05.000Z') => {
  const billable: Billable = { kind: 'team', id: newTeamId() }
  const orderId = newBillingOrderId()
  const placed = (kind: OrderKind, changes: object = {}): BillingEvent => ({
    type: 'BillingOrderPlaced',
    data: {
      account: accountOf(billable),
      billable,
      orderId,
      kind,
      plan: null,
      trialEndsAt: null,
      token: null,
      coupon: null,
      discount: null,
      placedAt: at,
      ...changes,
    },
  })
  const started = (changes: Partial<ProviderSubscription> = {}): BillingEvent => {
    const { id, plan, unitMinor, interval, quantity, currency, startedAt, trialEndsAt, periodEnd } =
      providerSubscription(changes)
    const terms = { plan, unitMinor, interval, quantity, currency }
    return {
      type: 'SubscriptionStarted',
      data: { billable, subscriptionId: id, ...terms, at: startedAt, trialEndsAt, periodEnd },
    }
  }
  const orderPlan = (id: string, changes: object = {}): BillingCommand => ({
    type: 'OrderPlan',
    billable,
    orderId: newBillingOrderId(),
    at,
    plan: orderedPlan(id),
    token: 'pm_card_visa',
    coupon: null,
    trialEndsAt: null,
    ...changes,
  })
  const converge = (subscriptions: ProviderSubscription[], changes: Partial<ProviderSnapshot> = {}, when = at) =>
    ({
      type: 'Converge',
      billable,
      at: when,
      settles: null,
      tax: noTax,
      orderId,
      snapshot: { card: null, reverseCharge: false, subscriptions, ...changes },
    }) satisfies BillingCommand
  const of = { billable, subscriptionId: 'sub_1' }
  return { billable, orderId, at, placed, started, orderPlan, converge, of }
}
