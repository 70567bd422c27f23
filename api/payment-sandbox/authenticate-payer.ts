import type Stripe from 'stripe'
import { z } from 'zod'
import { finishPayment } from './billing/collect.ts'
import { paymentMethodOf } from './billing/payment-methods.ts'
import { finishSetup } from './billing/setup-intents.ts'
import type { Context } from './context.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { text } from './parameters.ts'
import { idOrNull } from './values.ts'

export const authenticationSchema = z.strictObject({
  client_secret: text,
  outcome: z.enum(['succeeded', 'failed']),
})

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/**
 * The payment or setup that a client secret belongs to.
 * @throws {ApiError} when there is none
 */
export const intentOfSecret = ({ store }: Pick<Context, 'store'>, secret: string): Intent => {
  const [id = ''] = secret.split('_secret_')
  const found =
    store.find<Stripe.PaymentIntent>('payment_intent', id) ?? store.find<Stripe.SetupIntent>('setup_intent', id)
  if (found === undefined || found.client_secret !== secret) throw noSuch('payment_intent', id, 'client_secret')
  return found
}

/**
 * The answer of a cardholder to their bank: it confirms a payment or a setup, or fails.
 * @throws {ApiError} when nobody is asked
 */
export const authenticatePayer = (
  context: Context,
  { client_secret: secret, outcome }: z.output<typeof authenticationSchema>,
): Intent => {
  const intent = intentOfSecret(context, secret)
  if (intent.status !== 'requires_action') {
    throw invalidRequest(`Nothing is to be confirmed: the status is ${intent.status}.`, {
      code: `${intent.object}_unexpected_state`,
    })
  }
  const method = paymentMethodOf(context, idOrNull(intent.payment_method) ?? '', 'payment_method')
  return intent.object === 'setup_intent'
    ? finishSetup(context, intent, method, outcome)
    : finishPayment(context, intent, method, outcome)
}
