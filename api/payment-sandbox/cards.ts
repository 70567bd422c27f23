import { createHash } from 'node:crypto'
import { ApiError, type ErrorBody } from './errors.ts'

/** Why a card is declined: code and words of the bank. */
export type Decline = { code: string; decline_code: string; message: string; param?: string }

/** A card that exists in tests alone, and how its bank behaves. */
export type TestCard = {
  number: string
  /** `pm_card_…` and `tok_…` end with one of these. */
  names: readonly string[]
  brand: 'amex' | 'mastercard' | 'visa'
  /** It cannot be attached to a customer. */
  refused?: Decline
  /** It can be attached, but each charge is declined. */
  declined?: Decline
  /** Its holder has to confirm each payment, or only the first one (or its setup). */
  confirmation?: 'always' | 'once'
}

const generic: Decline = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' }

const refusedWith = (code: string, message: string, param?: string): Decline => ({
  code,
  decline_code: code,
  message,
  ...(param === undefined ? {} : { param }),
})

const testCards: readonly TestCard[] = [
  { number: '4242424242424242', names: ['visa'], brand: 'visa' },
  { number: '5555555555554444', names: ['mastercard'], brand: 'mastercard' },
  { number: '378282246310005', names: ['amex'], brand: 'amex' },
  {
    number: '4000000000000002',
    names: ['visa_chargeDeclined', 'chargeDeclined'],
    brand: 'visa',
    refused: generic,
  },
  {
    number: '4000000000009995',
    names: ['visa_chargeDeclinedInsufficientFunds', 'chargeDeclinedInsufficientFunds'],
    brand: 'visa',
    refused: { ...generic, decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  },
  {
    number: '4000000000000069',
    names: ['chargeDeclinedExpiredCard'],
    brand: 'visa',
    refused: refusedWith('expired_card', 'Your card has expired.', 'exp_month'),
  },
  {
    number: '4000000000000127',
    names: ['chargeDeclinedIncorrectCvc'],
    brand: 'visa',
    refused: refusedWith('incorrect_cvc', "Your card's security code is incorrect.", 'cvc'),
  },
  {
    number: '4000000000000119',
    names: ['chargeDeclinedProcessingError'],
    brand: 'visa',
    refused: refusedWith(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  { number: '4000000000000341', names: ['chargeCustomerFail'], brand: 'visa', declined: generic },
  {
    number: '4000002760003184',
    names: ['authenticationRequired'],
    brand: 'visa',
    confirmation: 'always',
  },
  {
    number: '4000002500003155',
    names: ['authenticationRequiredOnSetup'],
    brand: 'visa',
    confirmation: 'once',
  },
]

/** The same for each object made of one number, and tells nothing of the number. */
export const fingerprintOf = ({ names: [name = ''] }: TestCard): string =>
  createHash('sha256').update(name).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16)

export const cardOfNumber = (number: string): TestCard | undefined => testCards.find((card) => card.number === number)

/** The card of `pm_card_visa` or `tok_visa`. */
export const cardOfToken = (token: string): TestCard | undefined => {
  const [, name] = /^(?:pm_card|tok)_(\w+)$/.exec(token) ?? []
  return testCards.find(({ names }) => name !== undefined && names.includes(name))
}

const byFingerprint = new Map(testCards.map((card) => [fingerprintOf(card), card]))

/** The card that a payment method was made of. */
export const cardOfFingerprint = (fingerprint: string | null | undefined): TestCard | undefined =>
  byFingerprint.get(fingerprint ?? '')

/** 402, with the words of the bank. */
export const cardError = (decline: Decline, details: Partial<ErrorBody> = {}): ApiError =>
  new ApiError(402, { type: 'card_error', ...decline, ...details })
