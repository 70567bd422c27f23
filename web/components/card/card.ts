import type { Ref } from 'react'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { payment } from '#web/lib/settings.ts'

/** A payment method as the fields of a request, which the provider's form returned for a card. */
export type CardToken = { stripe_token: string } | { braintree_type: string; braintree_token: string }

/** The values of a form for which no card was given yet. */
export const noCard = { stripe_token: '', braintree_type: '', braintree_token: '' }

/** The fields of a card that was given, for the body of a request. */
export const givenCard = ({
  stripe_token,
  braintree_type,
  braintree_token,
}: typeof noCard): Partial<typeof noCard> => ({
  ...(stripe_token && { stripe_token }),
  ...(braintree_token && { braintree_type, braintree_token }),
})

/** The field that a card's refusal is about. */
const tokenField = (): 'stripe_token' | 'braintree_token' =>
  payment().provider === 'braintree' ? 'braintree_token' : 'stripe_token'

/** The error about a card, among the errors of a form. */
export const cardError = (errors: Record<string, unknown>): string | undefined => {
  const error = errors[tokenField()]
  return typeof error === 'string' ? error : undefined
}

/** Whether a problem is about the card. */
export const isOfCard = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.errors[tokenField()] !== undefined

export type Card = {
  /** Rejects with an ApiProblem at the field of the token, in the words of the provider. */
  token: () => Promise<CardToken>
  /** Empties the form. */
  reset: () => void
}

/** The properties of each provider's form for cards. */
export type CardProps = {
  ref: Ref<Card>
  /** Shown under the card number. */
  error?: string | undefined
}

/** The properties of each provider's question of the payer's bank. */
export type ConfirmationProps = {
  /** The client secret of the payment or card that is to be confirmed. */
  secret: string
  /** The payer has confirmed or refused; the server is asked which. */
  onAnswered: () => void
  /** The payer went back without an answer. */
  onClose: () => void
}

/** The error under the card number of a form. */
export const refusedCard = (message: string): ApiProblem => new ApiProblem(422, message, { [tokenField()]: [message] })
