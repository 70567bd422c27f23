import type braintree from 'braintree'
import { PaymentRefused, ProviderAway, ProviderFailed } from './payment-provider.ts'

/** Codes of Braintree's validations that the product knows what to do about. */
export const validations = {
  customerIdIsTaken: '91609',
  subscriptionIdIsTaken: '81902',
  cardTokenIsTaken: '91719',
  walletTokenIsTaken: '92906',
  firstBillingDateIsPast: '91916',
  discountIsUnknown: '92013',
  isNotOverdue: '91531',
} as const

type Decline = { processorResponseCode?: string; gatewayRejectionReason?: string | undefined } | null

/** An answer of Braintree that may be a refusal. */
export type Answer = Pick<braintree.ValidatedResponse<braintree.Customer>, 'success' | 'message'> & {
  errors?: braintree.ValidationErrorsCollection
  transaction?: Decline
  verification?: Decline
}

/** Whether an answer is a refusal for one of these reasons alone. */
export const isRefusedFor = (answer: Answer, ...codes: string[]): boolean => {
  if (answer.success) return false
  const errors = answer.errors?.deepErrors() ?? []
  return errors.length > 0 && errors.every(({ code }) => codes.includes(code))
}

const declineOf = ({ transaction, verification }: Answer) => transaction ?? verification

/** Throws PaymentRefused, in Braintree's words, unless the answer is a success. */
export const accepted = <Result extends Answer>(answer: Result): Result => {
  if (answer.success) return answer
  const [first] = answer.errors?.deepErrors() ?? []
  if (first?.code === validations.discountIsUnknown) throw new PaymentRefused('coupon', answer.message)
  const decline = declineOf(answer)
  const code = decline?.processorResponseCode || decline?.gatewayRejectionReason || first?.code || 'declined'
  throw new PaymentRefused(code, answer.message)
}

/** Errors that another try does not change: the keys or the program are wrong. */
const ours = ['authenticationError', 'authorizationError', 'upgradeRequired', 'invalidKeysError']

/**
 * Translates an error of the SDK. Ids are chosen by us, and every try looks first, so that a failed call may be
 * repeated.
 */
const meaningOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('type' in error)) return error
  const words = `${error.name}: ${error.message}`
  if (error.name === 'notFoundError') return new PaymentRefused('resource_missing', 'Braintree does not know it.')
  if (ours.includes(error.name)) return new ProviderFailed(words, { cause: error })
  return new ProviderAway(words, { cause: error })
}

/** The result of calls of the SDK, with its errors in the terms of the port. */
export const translated = async <Result>(calls: () => Promise<Result>): Promise<Result> => {
  try {
    return await calls()
  } catch (error) {
    throw meaningOf(error)
  }
}

/** The result of a look-up; null if the provider does not know it. */
export const foundOrNull = async <Result>(find: Promise<Result>): Promise<Result | null> => {
  try {
    return await find
  } catch (error) {
    if (error instanceof Error && error.name === 'notFoundError') return null
    throw error
  }
}
