import type braintree from 'braintree'
import type { ProviderInvoice } from '#schemas/billing/provider-snapshot.ts'
import type { Gateway } from './braintree-client.ts'
import { rateIn, subscriptionsOf, taxOf, withoutTax } from './braintree-customers.ts'
import { UNUSED_TIME } from './braintree-discounts.ts'
import { type Plans, plansOf } from './braintree-plans.ts'
import { isUnpaid } from './braintree-snapshot.ts'
import { isCharged, isDeclined, isPaid, isVoided } from './braintree-transactions.ts'
import { endOf, instant, minorOf, startOf } from './braintree-values.ts'

/** A charge with the tries that failed before it; `paid` is undefined while it is owed. */
type Charge = {
  id: string
  failed: number
  first: braintree.Transaction
  paid: braintree.Transaction | undefined
}

/**
 * The charges of a subscription, oldest first. Tries of the same amount, until one succeeds, are one charge, which
 * has the id of the first; a declined charge that is not owed, as for a dearer plan, does not count.
 */
export const chargesOf = (subscription: braintree.Subscription): Charge[] => {
  const charges: Charge[] = []
  let owed: Charge | undefined
  const ordered = [...(subscription.transactions ?? [])].sort((left, right) =>
    left.createdAt < right.createdAt ? -1 : 1,
  )
  for (const each of ordered) {
    const goesOn = owed?.first.amount === each.amount ? owed : undefined
    if (isDeclined(each)) {
      owed = {
        id: goesOn?.id ?? each.id,
        failed: (goesOn?.failed ?? 0) + 1,
        first: goesOn?.first ?? each,
        paid: undefined,
      }
    } else if (isPaid(each) || isVoided(each)) {
      charges.push({ id: goesOn?.id ?? each.id, failed: 0, first: goesOn?.first ?? each, paid: each })
      owed = undefined
    }
  }
  return owed && isUnpaid(subscription) ? [...charges, owed] : charges
}

const statusOf = ({ failed, paid }: Charge): Pick<ProviderInvoice, 'status' | 'failedAttempts'> =>
  paid ? { status: 'paid', failedAttempts: 0 } : { status: 'open', failedAttempts: failed }

/** The refunded amount, including payments that were voided before they were charged. */
export const refundsOf = async (
  gateway: Gateway,
  paid: braintree.Transaction | undefined,
): Promise<ProviderInvoice['refunded']> => {
  if (!paid) return null
  if (isVoided(paid)) return { minor: minorOf(paid.amount), at: instant(paid.updatedAt) }
  const refunds = await Promise.all((paid.refundIds ?? []).map((id) => gateway.transaction.find(id)))
  const done = refunds
    .filter(({ status }) => isCharged(status))
    .sort((left, right) => (left.createdAt < right.createdAt ? -1 : 1))
  const latest = done.at(-1)
  if (!latest) return null
  return { minor: done.reduce((sum, { amount }) => sum + minorOf(amount), 0), at: instant(latest.createdAt) }
}

const periodOf = ({ subscription }: braintree.Transaction): ProviderInvoice['period'] => {
  const { billingPeriodStartDate: from, billingPeriodEndDate: to } = subscription ?? {}
  return from && to ? { from: startOf(from), to: endOf(to) } : null
}

type Facts = {
  rate: number
  country: string | null
  plans: Plans
  subscription: braintree.Subscription
  isFirstOfPeriod: boolean
}

/** The invoice of a charge, whose amount is with VAT and after discounts. */
const amountsOf = (charge: braintree.Transaction, { rate, country, plans, subscription, isFirstOfPeriod }: Facts) => {
  const totalMinor = minorOf(charge.amount)
  const netMinor = withoutTax(totalMinor, rate)
  const off = (charge.discounts ?? []).map(({ id, name, amount, quantity }) => ({
    id,
    name: name || id,
    percentOff: null,
    amountMinor: withoutTax(minorOf(amount) * (quantity ?? 1), rate),
  }))
  const discounts = isFirstOfPeriod ? off.filter(({ id }) => id !== UNUSED_TIME).map(({ id: _, ...each }) => each) : []
  const planId = charge.planId ?? subscription.planId
  const description = plans.get(planId)?.name ?? planId
  const taken = discounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const full = withoutTax(minorOf(subscription.price), rate)
  // A credit for time that was paid and not used lowers the first charge that comes.
  const credit = isFirstOfPeriod && planId === subscription.planId ? Math.max(0, full - netMinor - taken) : 0
  const period = periodOf(charge)
  const plan = { description, quantity: 1, amountMinor: netMinor + taken + credit, period, proration: !isFirstOfPeriod }
  const unused = {
    description: 'Unused time',
    quantity: 1,
    unitMinor: null,
    amountMinor: -credit,
    period: null,
    proration: true,
  }
  return {
    totalMinor,
    netMinor,
    discounts,
    period,
    creditMinor: 0,
    lines: [{ ...plan, unitMinor: isFirstOfPeriod ? plan.amountMinor : null }, ...(credit > 0 ? [unused] : [])],
    taxes: rate > 0 ? [{ country, rate, netMinor, amountMinor: totalMinor - netMinor }] : [],
  }
}

/** The invoices of a customer, which are made of what was charged, oldest first. They have no numbers of Braintree's. */
export const invoicesFor = async (
  gateway: Gateway,
  customer: braintree.Customer,
  plans: Plans,
): Promise<ProviderInvoice[]> => {
  const tax = taxOf(customer)
  const invoices: ProviderInvoice[] = []
  for (const subscription of subscriptionsOf(customer)) {
    const plan = plans.get(subscription.planId)
    const rate = rateIn(minorOf(subscription.price), minorOf(plan?.price), tax)
    const periods = new Set<string>()
    for (const charge of chargesOf(subscription)) {
      const { id, first, paid } = charge
      const begins = periodOf(first)?.from ?? id
      const isFirstOfPeriod = !periods.has(begins)
      periods.add(begins)
      if (minorOf(first.amount) === 0) continue
      invoices.push({
        id,
        number: null,
        currency: first.currencyIsoCode.toLowerCase(),
        ...statusOf(charge),
        issuedAt: instant(first.createdAt),
        dueAt: null,
        settledAt: paid ? instant(paid.createdAt) : null,
        nextAttemptAt: !paid && subscription.status === 'Past Due' ? startOf(subscription.nextBillingDate) : null,
        refunded: await refundsOf(gateway, paid),
        ...amountsOf(paid ?? first, { rate, country: tax.country, plans, subscription, isFirstOfPeriod }),
      })
    }
  }
  return invoices.sort((left, right) => (left.issuedAt < right.issuedAt ? -1 : 1))
}

export const invoicesOf = async (gateway: Gateway, customerId: string): Promise<ProviderInvoice[]> =>
  invoicesFor(gateway, await gateway.customer.find(customerId), await plansOf(gateway))
