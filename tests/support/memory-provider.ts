import { type Attempt, type PaymentProvider, PaymentRefused } from '#api/adapters/payment/payment-provider.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type {
  PayerTax,
  PaymentObstacle,
  ProviderCard,
  ProviderSubscription,
} from '#schemas/billing/provider-snapshot.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import { noTax, providerSubscription } from './billing.ts'

type Customer = {
  billable: string
  whose: Billable | null
  card: ProviderCard | null
  subscriptions: ProviderSubscription[]
  tax: PayerTax
}

const declined: PaymentObstacle = { is: 'declined', code: 'card_declined', message: 'Your card was declined.' }

/**
 * A payment provider in memory, which keeps answers under keys as Stripe does, failures too. Its cards: `pm_ok`,
 * `pm_declined` (refused when it is attached), `pm_poor` (declined when it is charged), `pm_asks` (to be confirmed).
 */
export const memoryProvider = () => {
  const customers = new Map<string, Customer>()
  const answers = new Map<string, () => unknown>()
  const charges: { subscriptionId: string; minor: number }[] = []
  let made = 0

  const call = <Answer>(key: string, act: () => Answer): Answer => {
    const known = answers.get(key)
    if (known) return known() as Answer
    let result: () => Answer
    try {
      const answer = act()
      result = () => answer
    } catch (error) {
      result = () => {
        throw error
      }
    }
    answers.set(key, result)
    return result()
  }

  const keyOf = (step: string, { orderId, attempt }: Attempt) => `${orderId}/${step}/${attempt}`
  const newId = (kind: string) => `${kind}_${++made}`
  const customerOf = (id: string): Customer =>
    customers.get(id) ?? { billable: '', whose: null, card: null, subscriptions: [], tax: noTax }
  const holderOf = (subscriptionId: string): Customer | undefined =>
    [...customers.values()].find(({ subscriptions }) => subscriptions.some(({ id }) => id === subscriptionId))
  const change = (subscriptionId: string, changes: Partial<ProviderSubscription>): void => {
    const holder = holderOf(subscriptionId)
    if (!holder) throw new PaymentRefused('resource_missing', `No such subscription: ${subscriptionId}`)
    holder.subscriptions = holder.subscriptions.map((each) =>
      each.id === subscriptionId ? { ...each, ...changes } : each,
    )
  }
  const found = (subscriptionId: string): ProviderSubscription => {
    const each = holderOf(subscriptionId)?.subscriptions.find(({ id }) => id === subscriptionId)
    if (!each) throw new PaymentRefused('resource_missing', `No such subscription: ${subscriptionId}`)
    return each
  }

  /** Charges the card, or says what stands in the way. */
  const charge = (subscriptionId: string, card: ProviderCard | null, minor: number): PaymentObstacle | null => {
    if (card === null || card.brand === 'poor') return declined
    if (card.brand === 'asks') return { is: 'action', kind: 'payment', clientSecret: newId('secret'), invoiceId: null }
    charges.push({ subscriptionId, minor })
    return null
  }

  const termsOf = ({ id: plan, unitMinor, interval, quantity, currency }: OrderedPlan) => ({
    plan,
    unitMinor,
    interval,
    quantity,
    currency,
  })

  const provider: PaymentProvider = {
    name: 'sandbox',
    register: async (billable, attempt) =>
      call(`customer/${billable.id}/${attempt}`, () => {
        const known = [...customers].find(([, customer]) => customer.billable === billable.id)
        if (known) return known[0]
        const id = newId('cus')
        customers.set(id, { billable: billable.id, whose: billable, card: null, subscriptions: [], tax: noTax })
        return id
      }),
    attach: async (customerId, token, attempt) =>
      call(keyOf('attach', attempt), () => {
        if (token === 'pm_declined') throw new PaymentRefused('card_declined', 'Your card was declined.')
        customerOf(customerId).card = { methodId: token, brand: token.slice(3), lastFour: '4242', expiry: '2030-12' }
      }),
    changeTax: async (customerId, subscriptionId, tax, attempt) =>
      call(keyOf('tax', attempt), () => {
        customerOf(customerId).tax = tax
        if (subscriptionId !== null) change(subscriptionId, { taxRate: tax.rate })
      }),
    subscribe: async ({ customerId, plan, trialEndsAt, tax, discount }, attempt) =>
      call(keyOf('subscribe', attempt), () => {
        const customer = customerOf(customerId)
        const id = newId('sub')
        const obstacle = trialEndsAt === null ? charge(id, customer.card, plan.unitMinor * plan.quantity) : null
        const status = trialEndsAt !== null ? 'trialing' : obstacle ? 'incomplete' : 'active'
        const of = {
          id,
          ...termsOf(plan),
          status,
          trialEndsAt,
          obstacle,
          orderId: attempt.orderId,
          taxRate: tax.rate,
          discount: discount && { ...discount, endsAt: null },
        } as const
        customer.subscriptions.push(providerSubscription({ ...of, wasPaid: status === 'active' }))
      }),
    swap: async (subscriptionId, plan, settled, attempt) =>
      call(keyOf('swap', attempt), () => {
        const difference = plan.unitMinor - found(subscriptionId).unitMinor
        const card = holderOf(subscriptionId)?.card ?? null
        const obstacle = settled === 'now' ? charge(subscriptionId, card, difference) : null
        change(subscriptionId, obstacle ? { obstacle, pendingPlan: plan.id } : termsOf(plan))
      }),
    applyDiscount: async (subscriptionId, discount, attempt) =>
      call(keyOf('discount', attempt), () => change(subscriptionId, { discount: { ...discount, endsAt: null } })),
    cancelAtEnd: async (subscriptionId, attempt) =>
      call(keyOf('cancel', attempt), () => {
        const { periodEnd, startedAt } = found(subscriptionId)
        change(subscriptionId, { endsAt: periodEnd, cancelledAt: startedAt })
      }),
    resume: async (subscriptionId, attempt) =>
      call(keyOf('resume', attempt), () => change(subscriptionId, { endsAt: null, cancelledAt: null })),
    collect: async (subscriptionId, attempt) =>
      call(keyOf('collect', attempt), () => {
        const { unitMinor, quantity } = found(subscriptionId)
        const obstacle = charge(subscriptionId, holderOf(subscriptionId)?.card ?? null, unitMinor * quantity)
        if (obstacle?.is === 'declined') throw new PaymentRefused(obstacle.code, obstacle.message)
        change(subscriptionId, obstacle ? { obstacle } : { status: 'active', obstacle })
      }),
    abandon: async (subscriptionId, attempt) =>
      call(keyOf(`abandon/${subscriptionId}`, attempt), () => {
        const { status, pendingPlan, startedAt } = found(subscriptionId)
        if (status === 'incomplete') change(subscriptionId, { status: 'over', obstacle: null, endedAt: startedAt })
        else if (pendingPlan !== null) change(subscriptionId, { pendingPlan: null, obstacle: null })
      }),
    billableOf: async (customerId) => customerOf(customerId).whose,
    newsSince: async () => [],
    allSubscriptions: async () =>
      [...customers].flatMap(([customerId, { whose, subscriptions }]) =>
        subscriptions.flatMap((subscription) => (whose ? [{ billable: whose, customerId, subscription }] : [])),
      ),
    allInvoices: async () => [],
    snapshot: async (customerId) => {
      const { card, tax, subscriptions } = customerOf(customerId)
      return { card, reverseCharge: tax.vat === 'reverse-charge', subscriptions: [...subscriptions] }
    },
    invoices: async () => [],
  }

  return {
    provider,
    charges,
    customers,
    change,
    /** The payer confirms what a subscription waits for. */
    confirm: (subscriptionId: string): void => {
      const { unitMinor, quantity } = found(subscriptionId)
      charges.push({ subscriptionId, minor: unitMinor * quantity })
      change(subscriptionId, { status: 'active', obstacle: null, pendingPlan: null, wasPaid: true })
    },
  }
}
