import type { Gateway } from './braintree-client.ts'
import {
  billableOf,
  customerOf,
  kindField,
  methodsOf,
  subscriptionsOf,
  taxField,
  taxOf,
  wantedTax,
} from './braintree-customers.ts'
import { discountGiven } from './braintree-discounts.ts'
import { accepted, foundOrNull, isRefusedFor, translated, validations } from './braintree-errors.ts'
import { invoicesIn, newsSince, subscriptionsIn } from './braintree-everything.ts'
import { invoicesOf } from './braintree-invoices.ts'
import { ensurePlan, intervalOf } from './braintree-plans.ts'
import { snapshotOf } from './braintree-snapshot.ts'
import { repriced, subscribe } from './braintree-subscribing.ts'
import { changeInterval, changePlan } from './braintree-swap.ts'
import type { PaymentProvider } from './payment-provider.ts'

const goesOn = ({ status }: { status: string }): boolean => ['Pending', 'Active', 'Past Due'].includes(status)

/**
 * Braintree, or what speaks its API, through the official SDK (D-70). It has no idempotency keys; instead ids are chosen:
 * a customer's is that of the billable, and those of a card and of a subscription are that of the order, so that what is
 * asked for twice is found in its place.
 */
export const braintreeProvider = (gateway: Gateway): PaymentProvider => ({
  name: 'braintree',
  register: (billable) =>
    translated(async () => {
      const made = await gateway.customer.create({ id: billable.id, ...kindField(billable) })
      if (!isRefusedFor(made, validations.customerIdIsTaken)) accepted(made)
      return billable.id
    }),
  attach: (customerId, paymentMethodNonce, { orderId: token }) =>
    translated(async () => {
      if (!(await foundOrNull(gateway.paymentMethod.find(token)))) {
        const request = { customerId, paymentMethodNonce, token, options: { makeDefault: true, verifyCard: true } }
        const made = await gateway.paymentMethod.create(request)
        if (!isRefusedFor(made, validations.cardTokenIsTaken, validations.walletTokenIsTaken)) accepted(made)
      }
      // Subscriptions stay with their method until they are told of another.
      const customer = await gateway.customer.find(customerId)
      for (const each of subscriptionsOf(customer).filter(goesOn)) {
        if (each.paymentMethodToken === token) continue
        accepted(await gateway.subscription.update(each.id, { paymentMethodToken: token }))
      }
      const method = methodsOf(customer).find((each) => each.token === token)
      if (method && !method.default) {
        accepted(await gateway.paymentMethod.update(token, { options: { makeDefault: true } }))
      }
    }),
  changeTax: (customerId, subscriptionId, tax) =>
    translated(async () => {
      const customer = await gateway.customer.find(customerId)
      const wanted = wantedTax(tax)
      const known = taxOf(customer)
      if (subscriptionId !== null) {
        // Whoever looks meanwhile must be able to tell with which VAT a price is.
        const meanwhile = { ...wanted, before: known.before ?? known.rate }
        accepted(await gateway.customer.update(customerId, taxField(meanwhile)))
        await repriced(gateway, subscriptionId, known, wanted.rate)
      }
      accepted(await gateway.customer.update(customerId, taxField(wanted)))
    }),
  subscribe: (subscribing, { orderId }) => translated(() => subscribe(gateway, subscribing, orderId)),
  swap: (subscriptionId, plan, settled, { orderId }) =>
    translated(async () => {
      const subscription = await gateway.subscription.find(subscriptionId)
      const tax = taxOf(await customerOf(gateway, subscription))
      const wanted = await ensurePlan(gateway, plan)
      const present = await gateway.plan.find(subscription.planId)
      if (intervalOf(present) === intervalOf(wanted)) await changePlan(gateway, subscription, plan, tax, settled)
      else await changeInterval(gateway, subscription, plan, tax, orderId)
    }),
  applyDiscount: (subscriptionId, discount) =>
    translated(async () => {
      const subscription = await gateway.subscription.find(subscriptionId)
      const { billingFrequency } = await gateway.plan.find(subscription.planId)
      const discounts = discountGiven(subscription, discount, Number(billingFrequency))
      accepted(await gateway.subscription.update(subscriptionId, { discounts }))
    }),
  cancelAtEnd: (subscriptionId) =>
    translated(async () => {
      const { status, currentBillingCycle: cycles } = await gateway.subscription.find(subscriptionId)
      // Nothing is paid for in a trial, or while a payment is owed.
      if (status !== 'Active') accepted(await gateway.subscription.cancel(subscriptionId))
      else
        accepted(
          await gateway.subscription.update(subscriptionId, { neverExpires: false, numberOfBillingCycles: cycles }),
        )
    }),
  resume: (subscriptionId) =>
    translated(async () => {
      accepted(await gateway.subscription.update(subscriptionId, { neverExpires: true }))
    }),
  collect: (subscriptionId) =>
    translated(async () => {
      const { status } = await gateway.subscription.find(subscriptionId)
      if (status !== 'Past Due') return
      const charged = await gateway.subscription.retryCharge(subscriptionId, undefined, true)
      if (!isRefusedFor(charged, validations.isNotOverdue)) accepted(charged)
    }),
  // A first charge that is declined leaves no subscription, and a change that is not paid for is taken back at once.
  abandon: async () => {},
  snapshot: (customerId, known) => translated(() => snapshotOf(gateway, customerId, known)),
  invoices: (customerId) => translated(() => invoicesOf(gateway, customerId)),
  billableOf: (customerId) =>
    translated(async () => {
      const customer = await foundOrNull(gateway.customer.find(customerId))
      return customer && billableOf(customer)
    }),
  newsSince: (instant) => translated(() => newsSince(gateway, instant)),
  allSubscriptions: (knownOf) => translated(() => subscriptionsIn(gateway, knownOf)),
  allInvoices: () => translated(() => invoicesIn(gateway)),
})
