import type Stripe from 'stripe'
import { z } from 'zod'
import { paymentMethodOf } from '../billing/payment-methods.ts'
import { confirmSetup, newSetupIntent } from '../billing/setup-intents.ts'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { listPage } from '../listing.ts'
import { flag, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { given, idOrNull, mergedMetadata } from '../values.ts'
import { customerOf } from './customers.ts'

const path = '/v1/setup_intents'

const setupIntentOf = ({ store }: Context, id: string): Stripe.SetupIntent => {
  const intent = store.find<Stripe.SetupIntent>('setup_intent', id)
  if (intent === undefined) throw noSuch('setupintent', id, 'id')
  return intent
}

const createSchema = parameters<Stripe.SetupIntentCreateParams>()({
  allowed_payment_method_types: z.array(z.enum(['card'])).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
  use_stripe_sdk: flag.optional(),
})

const confirmSchema = parameters<Stripe.SetupIntentConfirmParams>()({
  payment_method: text.optional(),
  return_url: text.optional(),
  use_stripe_sdk: flag.optional(),
})

const listSchema = parameters<Stripe.SetupIntentListParams>()({
  ...paging,
  created: times.optional(),
  customer: text.optional(),
  payment_method: text.optional(),
})

const confirm = (context: Context, intent: Stripe.SetupIntent, given_: string | undefined): Stripe.SetupIntent => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalidRequest(`You cannot confirm this SetupIntent because it has already ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  }
  const id = given_ ?? idOrNull(intent.payment_method)
  if (id === null) {
    throw invalidRequest(
      'You cannot confirm this SetupIntent because it is missing a payment method. Update the SetupIntent with a payment method and then confirm it again.',
      { code: 'setup_intent_unexpected_state' },
    )
  }
  const method = paymentMethodOf(context, id, 'payment_method')
  context.store.put(method)
  return confirmSetup(context, intent, method)
}

export const setupIntentRoutes = [
  route('POST', path, createSchema, (context, params) => {
    const { customer, payment_method: method, description, usage } = params
    const bare = newSetupIntent(context, {
      ...given({ description, usage }),
      customer: customer === undefined ? null : customerOf(context, customer, 'customer').id,
      metadata: mergedMetadata(null, params.metadata),
    })
    if (params.confirm === true) return confirm(context, bare, method)
    if (method === undefined) return bare
    const known = paymentMethodOf(context, method, 'payment_method')
    context.store.put(known)
    const intent: Stripe.SetupIntent = { ...bare, payment_method: known.id, status: 'requires_confirmation' }
    context.store.put(intent)
    return intent
  }),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.SetupIntent>(store, 'setup_intent', params, path, {
      customer: params.customer,
      payment_method: params.payment_method,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => setupIntentOf(context, id)),
  route('POST', `${path}/:id/confirm`, confirmSchema, (context, params, [id]) =>
    confirm(context, setupIntentOf(context, id), params.payment_method),
  ),
  route('POST', `${path}/:id/cancel`, noParameters, (context, _, [id]) => {
    const before = setupIntentOf(context, id)
    if (before.status === 'succeeded' || before.status === 'canceled') {
      throw invalidRequest(`You cannot cancel this SetupIntent because it has a status of ${before.status}.`, {
        code: 'setup_intent_unexpected_state',
      })
    }
    return save(context, { ...before, next_action: null, status: 'canceled' as const }, 'setup_intent.canceled')
  }),
]
