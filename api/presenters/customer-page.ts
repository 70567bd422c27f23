import type { Billing } from '#schemas/resources/billable.ts'
import type { PagePayment } from '#schemas/resources/payment.ts'

/**
 * Where operators see a customer at the payment provider. Null without a customer, and where there is no such page: the
 * sandbox has none (D-36), and Braintree's depends on an account that only its own pages know.
 */
export const customerPage = (
  { provider, public_key }: Pick<PagePayment, 'provider' | 'public_key'>,
  { stripe_id }: Pick<Billing, 'stripe_id'>,
): string | null => {
  if (provider !== 'stripe' || stripe_id === null) return null
  const mode = public_key.startsWith('pk_test_') ? 'test/' : ''
  return `https://dashboard.stripe.com/${mode}customers/${encodeURIComponent(stripe_id)}`
}
