import { type Books, plusDays, plusMonths, type Subscription, type Transaction, today } from './books.ts'

const counts = ({ neverExpires, cycles, cycle }: Subscription['discounts'][number]): boolean =>
  neverExpires || cycles === null || cycle < cycles

const set = (books: Books, subscription: Subscription, status: Subscription['status']): void => {
  const timestamp = books.now().toISOString()
  subscription.history.unshift({ status, timestamp })
  Object.assign(subscription, { status, updatedAt: timestamp })
}

export const changeStatus = set

/** Charges the method of a subscription; what is declined is kept too. */
export const charge = (
  books: Books,
  subscription: Subscription,
  minor: number,
  discounts: Transaction['discounts'] = [],
): Transaction => {
  const { id: subscriptionId, planId, token, from, to } = subscription
  const transaction: Transaction = {
    id: `tx${books.transactions.length + 1}`,
    type: 'sale',
    minor,
    planId,
    subscriptionId,
    discounts,
    refundIds: [],
    status: books.declines ? 'processor_declined' : 'submitted_for_settlement',
    currency: books.plans.get(planId)?.currency ?? 'GBP',
    createdAt: new Date(books.now().getTime() + books.transactions.length).toISOString(),
    customerId: books.methods.get(token)?.customerId ?? '',
    period: from && to ? { from, to } : null,
  }
  books.transactions.push(transaction)
  return transaction
}

/** Begins the next period and charges for it. */
export const bill = (books: Books, subscription: Subscription): Transaction | null => {
  const months = books.plans.get(subscription.planId)?.months ?? 1
  const from = subscription.nextBillingDate
  const next = plusMonths(from, months)
  Object.assign(subscription, { from, to: plusDays(next, -1), nextBillingDate: next, cycle: subscription.cycle + 1 })
  const off = subscription.discounts.filter(counts)
  const price = subscription.minor - off.reduce((sum, { minor }) => sum + minor, 0)
  const minor = Math.max(0, price + subscription.balanceMinor)
  subscription.balanceMinor = Math.min(0, price + subscription.balanceMinor)
  for (const each of off) each.cycle += 1
  return minor === 0
    ? null
    : charge(
        books,
        subscription,
        minor,
        off.map(({ id, name, minor }) => ({ id, name, minor })),
      )
}

const renew = (books: Books, subscription: Subscription): void => {
  const { neverExpires, cycles, cycle } = subscription
  if (!neverExpires && cycles !== null && cycle >= cycles) {
    set(books, subscription, 'Expired')
    books.tell('subscription_expired', subscription)
    return
  }
  const charged = bill(books, subscription)
  const isPaid = charged?.status !== 'processor_declined'
  if (subscription.status !== 'Active' || !isPaid) set(books, subscription, isPaid ? 'Active' : 'Past Due')
  books.tell(isPaid ? 'subscription_charged_successfully' : 'subscription_charged_unsuccessfully', subscription)
}

/** Bills all that is due by now. What is owed is not billed further. */
export const billDue = (books: Books): void => {
  for (const each of books.subscriptions.values()) {
    while (['Pending', 'Active'].includes(each.status) && each.nextBillingDate <= today(books)) renew(books, each)
  }
}
