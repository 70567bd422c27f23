import type Stripe from 'stripe'
import { z } from 'zod'
import { discountsOf, endDiscount } from '../billing/discounts.ts'
import { voidInvoice } from '../billing/invoices.ts'
import { subscribe } from '../billing/subscribe.ts'
import { endSubscription, isOver, putSubscription } from '../billing/subscription-state.ts'
import { updateSubscription } from '../billing/update-subscription.ts'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { listPage } from '../listing.ts'
import { noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import * as schemas from '../subscription-parameters.ts'
import { cleared, given, idOrNull, listOf } from '../values.ts'
import { customerOf } from './customers.ts'

const path = '/v1/subscriptions'

/** @throws {ApiError} when there is none */
export const subscriptionOf = ({ store }: Context, id: string, param = 'id'): Stripe.Subscription => {
  const subscription = store.find<Stripe.Subscription>('subscription', id)
  if (subscription === undefined) throw noSuch('subscription', id, param)
  return subscription
}

const statuses = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const listSchema = parameters<Stripe.SubscriptionListParams>()({
  ...paging,
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  created: times.optional(),
  customer: text.optional(),
  price: text.optional(),
  status: z.enum([...statuses, 'all', 'ended']).optional(),
  test_clock: text.optional(),
})

/** Without a status, those that are over are left out. */
const statusesOf = (status: z.output<typeof listSchema>['status']): readonly string[] | undefined => {
  if (status === 'all') return undefined
  if (status === 'ended') return ['canceled', 'incomplete_expired']
  return status === undefined
    ? statuses.filter((each) => each !== 'canceled' && each !== 'incomplete_expired')
    : [status]
}

const cancelSchema = parameters<Stripe.SubscriptionCancelParams>()({
  cancellation_details: schemas.cancellationDetails.optional(),
  invoice_now: z.enum(['false']).optional(),
  prorate: z.enum(['false']).optional(),
})

/** Ends a subscription at once; an invoice that its first payment or an update waits for is withdrawn. */
export const cancelNow = (
  context: Context,
  subscription: Stripe.Subscription,
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): Stripe.Subscription => {
  if (isOver(subscription)) throw noSuch('subscription', subscription.id, 'id')
  const ended = endSubscription(context, subscription, 'cancellation_requested', details)
  const invoice = context.store.find<Stripe.Invoice>('invoice', idOrNull(subscription.latest_invoice) ?? '')
  const waits = subscription.status === 'incomplete' || subscription.pending_update !== null
  if (waits && invoice?.status === 'open') voidInvoice(context, invoice)
  return ended
}

export const subscriptionRoutes = [
  route('POST', path, schemas.createSubscription, (context, params) =>
    subscribe(context, customerOf(context, params.customer, 'customer'), params),
  ),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.Subscription>(store, 'subscription', params, path, {
      customer: params.customer,
      'items.data[0].price.id': params.price,
      status: statusesOf(params.status),
      test_clock: params.test_clock,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => subscriptionOf(context, id)),
  route('POST', `${path}/:id`, schemas.updateSubscription, (context, params, [id]) =>
    updateSubscription(context, subscriptionOf(context, id), params),
  ),
  route('DELETE', `${path}/:id`, cancelSchema, (context, { cancellation_details: details }, [id]) =>
    cancelNow(
      context,
      subscriptionOf(context, id),
      given({ comment: cleared(details?.comment), feedback: cleared(details?.feedback) }),
    ),
  ),
  route('DELETE', `${path}/:id/discount`, noParameters, (context, _, [id]) => {
    const subscription = subscriptionOf(context, id)
    const [discount] = discountsOf(context, subscription.discounts)
    if (discount === undefined) throw invalidRequest('No active discount for subscription.')
    putSubscription(context, { ...subscription, discounts: [] })
    return endDiscount(context, discount)
  }),
]

/** The subscriptions of a customer that are not over; it has them only where they are asked for. */
export const includedSubscriptions = ({ id: customer }: Stripe.Customer, store: Context['store']) =>
  listOf(
    store.list<Stripe.Subscription>('subscription', { customer, status: statusesOf(undefined) }),
    `/v1/customers/${customer}/subscriptions`,
  )
