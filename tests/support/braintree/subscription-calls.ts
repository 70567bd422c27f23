import { type Books, type Discount, days, plusDays, type Subscription, today } from './books.ts'
import { bill, changeStatus, charge } from './charging.ts'
import { presentTransaction } from './presented.ts'
import { declined, invalid, onlyKnown } from './refusals.ts'

type Lasting = { amount?: string; number_of_billing_cycles?: number; never_expires?: boolean }
type Changes = {
  add?: ({ inherited_from_id: string } & Lasting)[]
  update?: ({ existing_id: string } & Lasting)[]
  remove?: string[]
}

type Body = {
  id?: string
  plan_id?: string
  payment_method_token?: string
  price?: string
  never_expires?: boolean
  number_of_billing_cycles?: number
  first_billing_date?: string
  discounts?: Changes
  options?: { prorate_charges?: boolean; revert_subscription_on_proration_failure?: boolean }
}

const minorOf = (major: string): number => Math.round(Number(major) * 100)

const lasting = (changes: Lasting): Partial<Discount> => ({
  ...(changes.amount === undefined ? {} : { minor: minorOf(changes.amount) }),
  ...(changes.number_of_billing_cycles === undefined ? {} : { cycles: changes.number_of_billing_cycles }),
  ...(changes.never_expires === undefined ? {} : { neverExpires: changes.never_expires }),
})

const change = (books: Books, subscription: Subscription, { add = [], update = [], remove = [] }: Changes): void => {
  for (const { inherited_from_id: id, ...changes } of add) {
    onlyKnown(changes, 'amount', 'number_of_billing_cycles', 'never_expires', 'quantity')
    const base = books.discounts.get(id)
    if (!base) throw invalid('subscription', 'inherited_from_id', '92013', 'Inherited From ID is invalid.')
    if (subscription.discounts.some((each) => each.id === id)) throw new Error(`The subscription has ${id} already`)
    subscription.discounts.push({ ...base, ...lasting(changes), cycle: 0 })
  }
  for (const { existing_id: id, ...changes } of update) {
    const known = subscription.discounts.find((each) => each.id === id)
    if (!known) throw new Error(`The subscription has no ${id}`)
    Object.assign(known, lasting(changes))
  }
  subscription.discounts = subscription.discounts.filter(({ id }) => !remove.includes(id))
  const off = subscription.discounts.reduce((sum, { minor }) => sum + minor, 0)
  if (off > subscription.minor) throw invalid('subscription', 'discounts', '92022', 'Discounts exceed the price.')
}

export const createSubscription = (books: Books, body: Body): Subscription => {
  const known = ['id', 'plan_id', 'payment_method_token', 'price', 'never_expires', 'first_billing_date']
  onlyKnown(body, ...known, 'discounts', 'options')
  onlyKnown(body.options ?? {}, 'do_not_inherit_add_ons_or_discounts', 'start_immediately')
  const { id = '', plan_id: planId = '', payment_method_token: token = '' } = body
  if (books.subscriptions.has(id)) throw invalid('subscription', 'id', '81902', 'ID has already been taken.')
  const plan = books.plans.get(planId)
  if (!plan) throw invalid('subscription', 'plan_id', '91904', 'Plan ID is invalid.')
  if (!books.methods.has(token))
    throw invalid('subscription', 'payment_method_token', '91903', 'Payment method token is invalid.')
  const first = body.first_billing_date?.slice(0, 10) ?? today(books)
  if (first < today(books)) {
    throw invalid('subscription', 'first_billing_date', '91916', 'First Billing Date cannot be in the past.')
  }
  const at = books.now().toISOString()
  const subscription: Subscription = {
    id,
    token,
    planId,
    status: 'Pending',
    createdAt: at,
    updatedAt: at,
    firstBillingDate: first,
    nextBillingDate: first,
    minor: body.price === undefined ? plan.minor : minorOf(body.price),
    from: null,
    to: null,
    cycle: 0,
    cycles: null,
    neverExpires: body.never_expires ?? true,
    balanceMinor: 0,
    discounts: [],
    history: [{ status: 'Pending', timestamp: at }],
  }
  change(books, subscription, body.discounts ?? {})
  if (first > today(books)) {
    books.subscriptions.set(id, subscription)
    return subscription
  }
  const charged = bill(books, subscription)
  if (charged?.status === 'processor_declined') throw declined('transaction', presentTransaction(charged))
  changeStatus(books, subscription, 'Active')
  books.subscriptions.set(id, subscription)
  books.tell('subscription_charged_successfully', subscription)
  return subscription
}

/** The difference of two prices for what is left of a period is charged at once, or credited. */
const prorate = (books: Books, subscription: Subscription, before: number): void => {
  const { from, to, minor } = subscription
  if (!from || !to) return
  const end = plusDays(to, 1)
  const difference = Math.round(((minor - before) * days(today(books), end)) / days(from, end))
  if (difference < 0) subscription.balanceMinor += difference
  if (difference <= 0) return
  const charged = charge(books, subscription, difference)
  if (charged.status === 'processor_declined') throw declined('transaction', presentTransaction(charged))
}

export const updateSubscription = (books: Books, subscription: Subscription, body: Body): Subscription => {
  const known = ['plan_id', 'payment_method_token', 'price', 'never_expires', 'number_of_billing_cycles']
  onlyKnown(body, ...known, 'discounts', 'options')
  onlyKnown(body.options ?? {}, 'prorate_charges', 'revert_subscription_on_proration_failure')
  const { plan_id: planId = subscription.planId, price, options = {} } = body
  if (subscription.status === 'Canceled')
    throw invalid('subscription', 'status', '81901', 'Cannot edit a canceled subscription.')
  if (subscription.status === 'Expired')
    throw invalid('subscription', 'status', '81910', 'Cannot edit an expired subscription.')
  const present = books.plans.get(subscription.planId)
  const wanted = books.plans.get(planId)
  if (!wanted) throw invalid('subscription', 'plan_id', '91904', 'Plan ID is invalid.')
  if (present?.months !== wanted.months) {
    throw invalid(
      'subscription',
      'plan_id',
      '91922',
      'Cannot update subscription to a plan with a different billing frequency.',
    )
  }
  const minor = price === undefined ? subscription.minor : minorOf(price)
  if (minor !== subscription.minor && subscription.status === 'Past Due') {
    throw invalid('subscription', 'base', '91920', 'Cannot edit price changing fields on past due subscription.')
  }
  const cycles = body.number_of_billing_cycles ?? null
  if (cycles !== null && cycles < subscription.cycle) {
    throw invalid('subscription', 'number_of_billing_cycles', '91909', 'Number of Billing Cycles is too small.')
  }
  const before = structuredClone(subscription)
  const neverExpires = body.never_expires ?? subscription.neverExpires
  const token = body.payment_method_token ?? subscription.token
  Object.assign(subscription, { planId, minor, token, neverExpires, updatedAt: books.now().toISOString() })
  if (neverExpires || cycles !== null) subscription.cycles = neverExpires ? null : cycles
  try {
    change(books, subscription, body.discounts ?? {})
    if (options.prorate_charges) prorate(books, subscription, before.minor)
  } catch (error) {
    Object.assign(subscription, before)
    throw error
  }
  return subscription
}

export const cancelSubscription = (books: Books, subscription: Subscription): Subscription => {
  if (['Canceled', 'Expired'].includes(subscription.status)) {
    throw invalid('subscription', 'status', '81905', 'Subscription has already been canceled.')
  }
  changeStatus(books, subscription, 'Canceled')
  books.tell('subscription_canceled', subscription)
  return subscription
}

/** Charges what is owed once more. */
export const retryCharge = (books: Books, subscription: Subscription) => {
  if (subscription.status !== 'Past Due') {
    throw invalid('transaction', 'subscription_id', '91531', 'Subscription status must be Past Due in order to retry.')
  }
  const owed = books.transactions.findLast((each) => each.subscriptionId === subscription.id)
  const charged = charge(books, subscription, owed?.minor ?? subscription.minor)
  if (charged.status === 'processor_declined') throw declined('transaction', presentTransaction(charged))
  changeStatus(books, subscription, 'Active')
  books.tell('subscription_charged_successfully', subscription)
  return charged
}
