import type Stripe from 'stripe'
import { z } from 'zod'
import { voidLatest } from '../billing/invoices.ts'
import { subscribe } from '../billing/subscribe.ts'
import { endSubscription, isOver } from '../billing/subscription-state.ts'
import { updateSubscription } from '../billing/update-subscription.ts'
import type { Context } from '../context.ts'
import { noSuch } from '../errors.ts'
import { listPage } from '../listing.ts'
import { noParameters, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'
import { createSchema, updateSchema } from '../subscription-parameters.ts'
import { customerOf } from './customers.ts'

const path = '/v1/subscriptions'

/** @throws {ApiError} when there is none */
export const subscriptionOf = ({ store }: Context, id: string, param = 'id'): Stripe.Subscription => {
  const subscription = store.find<Stripe.Subscription>('subscription', id)
  if (subscription === undefined) throw noSuch('subscription', id, param)
  return subscription
}

const listSchema = parameters<Stripe.SubscriptionListParams>()({
  ...paging,
  customer: text.optional(),
  status: z.enum(['all']).optional(),
})

/** Without a status, those that are over are left out. */
const goingOn: readonly Stripe.Subscription.Status[] = ['active', 'incomplete', 'past_due', 'trialing']

/** Ends a subscription at once; an invoice that its first payment or an update waits for is withdrawn. */
const cancelNow = (context: Context, subscription: Stripe.Subscription): Stripe.Subscription => {
  if (isOver(subscription)) throw noSuch('subscription', subscription.id, 'id')
  const ended = endSubscription(context, subscription, 'cancellation_requested')
  if (subscription.status === 'incomplete' || subscription.pending_update !== null) voidLatest(context, subscription)
  return ended
}

export const subscriptionRoutes = [
  route('POST', path, createSchema, (context, params) =>
    subscribe(context, customerOf(context, params.customer, 'customer'), params),
  ),
  route('GET', path, listSchema, ({ store }, { customer, status, ...params }) =>
    listPage<Stripe.Subscription>(store, 'subscription', params, path, {
      customer,
      status: status === 'all' ? undefined : goingOn,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => subscriptionOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) =>
    updateSubscription(context, subscriptionOf(context, id), params),
  ),
  route('DELETE', `${path}/:id`, noParameters, (context, _, [id]) => cancelNow(context, subscriptionOf(context, id))),
]
