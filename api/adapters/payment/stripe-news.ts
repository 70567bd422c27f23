import Stripe from 'stripe'
import { z } from 'zod'
import type { PaymentProvider } from '#schemas/billing/billable.ts'
import type { PaymentNews, ReadNews } from './payment-news.ts'

/** The kinds of news that can change a subscription, a card or a payment. */
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

const Id = z.string().min(1)
const Reference = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)])

/** The fields of an event that are used: names. The signer may send anything else. */
const Told = z.object({
  id: z.string().regex(/^evt_\w{1,200}$/),
  type: z.enum(interesting),
  data: z.object({
    object: z.object({ id: Id.nullish(), object: z.unknown(), customer: Reference.nullish() }),
  }),
})

/** The news of an event; undefined for one of no interest. */
export const newsOf = (provider: PaymentProvider, event: unknown): PaymentNews | undefined => {
  const told = Told.safeParse(event).data
  if (!told) return undefined
  const { id, object, customer } = told.data.object
  const customerId = object === 'customer' ? id : customer
  if (typeof customerId !== 'string') return undefined
  return { provider, eventId: told.id, type: told.type, objectId: id ?? null, customerId }
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
