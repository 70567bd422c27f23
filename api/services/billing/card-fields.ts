import { invalidField } from '#api/http/problem.ts'
import type { PaymentProvider } from '#schemas/billing/billable.ts'
import type { CardFields } from '#schemas/billing/payment-token.ts'

/** The field of a request with what the provider's form for cards returned. */
export const tokenField = (provider: PaymentProvider) =>
  provider === 'braintree' ? ('braintree_token' as const) : ('stripe_token' as const)

const wrongForm = 'Please enter the card in the form of the payment provider.'

/**
 * The payment method of a request, null for none, and the other fields. 422 for that of another provider, and for one of
 * Braintree without its type.
 */
export const cardIn = <Fields extends CardFields>(provider: PaymentProvider, fields: Fields) => {
  const { stripe_token: stripe, braintree_type: type, braintree_token: braintree, ...rest } = fields
  const [token, other] = provider === 'braintree' ? [braintree, stripe] : [stripe, braintree]
  if (other) throw invalidField(provider === 'braintree' ? 'stripe_token' : 'braintree_token', wrongForm)
  if (provider === 'braintree' && token && !type) {
    throw invalidField('braintree_type', 'The braintree type field is required.')
  }
  return { token: token || null, rest }
}
