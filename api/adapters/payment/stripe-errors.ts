import Stripe from 'stripe'
import { PaymentRefused, ProviderAway, ProviderFailed } from './payment-provider.ts'

const { errors } = Stripe

/** Whose mistake an invalid request is: that of the payer where it is about what they gave. */
const isOfPayer = ({ param, code }: InstanceType<typeof errors.StripeInvalidRequestError>): boolean =>
  code === 'resource_missing' || param?.startsWith('discounts') === true || param?.startsWith('payment_method') === true

const isOfCoupon = ({ param }: { param?: string | undefined }): boolean => param?.startsWith('discounts') === true

/** By the provider's clock, which may be ahead of ours, the trial is over. */
export const isPastTrial = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && /trial_end\]?$/.test(error.param ?? '')

/** The bank wants the payer to confirm the payment of an invoice, which its intent waits for from now on. */
export const waitsForPayer = (error: unknown): boolean =>
  error instanceof errors.StripeCardError && error.code === 'invoice_payment_intent_requires_action'

/** Translates an error of the SDK; the words of a refusal are Stripe's own. */
const meaningOf = (error: unknown): unknown => {
  if (error instanceof errors.StripeCardError) return new PaymentRefused(error.code ?? 'card_error', error.message)
  if (error instanceof errors.StripeInvalidRequestError && isOfPayer(error)) {
    return new PaymentRefused(isOfCoupon(error) ? 'coupon' : (error.code ?? 'invalid'), error.message)
  }
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError) {
    return new ProviderAway(error.message, { cause: error })
  }
  if (!(error instanceof errors.StripeError)) return error
  // Another call for the same object is under way.
  if (error.statusCode === 409 && !(error instanceof errors.StripeIdempotencyError)) {
    return new ProviderAway(error.message, { cause: error })
  }
  return new ProviderFailed(`${error.type}: ${error.message}`, { cause: error })
}

/** The result of calls of the SDK, with its errors in the terms of the port. */
export const translated = async <Result>(calls: () => Promise<Result>): Promise<Result> => {
  try {
    return await calls()
  } catch (error) {
    throw meaningOf(error)
  }
}

/** The result of a look-up; null if Stripe does not know it. */
export const foundOrNull = async <Result>(find: Promise<Result>): Promise<Result | null> => {
  try {
    return await find
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}
