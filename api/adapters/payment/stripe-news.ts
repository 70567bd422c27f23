import Stripe from 'stripe'
import type { PaymentProvider } from '#schemas/billable.ts'
import type { PaymentNews, ReadNews } from './payment-news.ts'

/** What can change a subscription, a card or what was paid. */
const interesting = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  // A change of plan was not paid in time.
  'customer.subscription.pending_update_expired',
  'customer.updated',
  'customer.deleted',
  'customer.discount.created',
  'customer.discount.updated',
  'customer.discount.deleted',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'setup_intent.succeeded',
  'charge.refunded',
  'charge.dispute.created',
] as const satisfies readonly Stripe.EventListParams['type'][]

const isInteresting = (type: string): boolean => interesting.some((each) => each === type)

const idIn = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null
}

/** The news of an event, of which nothing but names is used; undefined for an event of no interest. */
export const newsOf = (
  provider: PaymentProvider,
  { id: eventId, type, data }: Stripe.Event,
): PaymentNews | undefined => {
  if (!isInteresting(type) || !/^evt_\w{1,200}$/.test(eventId)) return undefined
  const object = data.object as { id?: unknown; object?: unknown; customer?: unknown }
  const customerId = object.object === 'customer' ? idIn(object.id) : idIn(object.customer)
  return customerId === null ? undefined : { provider, eventId, type, objectId: idIn(object.id), customerId }
}

/** Types of events that Stripe takes in one question. */
const mostTypes = 20

/** The events of interest since an instant, oldest first. */
export const eventsSince = async (stripe: Stripe, instant: Date): Promise<Stripe.Event[]> => {
  const created = { gte: Math.floor(instant.getTime() / 1000) }
  const events: Stripe.Event[] = []
  for (let from = 0; from < interesting.length; from += mostTypes) {
    const types = interesting.slice(from, from + mostTypes)
    for await (const event of stripe.events.list({ types, created, limit: 100 })) events.push(event)
  }
  // Each answer has the newest first, and within one second only its own order.
  return events.reverse().toSorted((left, right) => left.created - right.created)
}

/** Reads webhooks that are signed with a secret and not older than five minutes. */
export const readStripeNews =
  (provider: PaymentProvider, secret: string): ReadNews =>
  async (body, signature) => {
    let event: Stripe.Event
    try {
      event = Stripe.webhooks.constructEvent(Buffer.from(body), signature, secret)
    } catch {
      return { is: 'unsigned' }
    }
    const news = newsOf(provider, event)
    return news ? { is: 'news', news } : { is: 'uninteresting' }
  }
