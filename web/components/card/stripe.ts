import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { payment } from '#web/lib/settings.ts'

let loading: Promise<Stripe> | undefined

/** Stripe's script, loaded once, and again after it did not arrive. */
export const theStripe = async (): Promise<Stripe> => {
  loading ??= loadStripe(payment().publicKey).then((stripe) => {
    if (stripe) return stripe
    throw new Error('There is no page to run Stripe in.')
  })
  try {
    return await loading
  } catch (failure) {
    loading = undefined
    throw failure
  }
}
