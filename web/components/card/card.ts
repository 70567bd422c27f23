import type { Ref } from 'react'
import { ApiProblem } from '#web/lib/api-problem.ts'

/** A payment method as the fields of a request, which the provider's form returned for a card (ENT2-16). */
export type CardToken = { stripe_token: string }

export type Card = {
  /** Rejects with an ApiProblem at `stripe_token`, in the words of the provider (ERR2-09). */
  token: () => Promise<CardToken>
  /** Empties the form (STATE2-11). */
  reset: () => void
}

/** What each provider's form for cards is given. */
export type CardProps = {
  ref: Ref<Card>
  /** Shown under the card number (STATE2-14). */
  error?: string | undefined
}

/** What each provider's question of the payer's bank is given. */
export type ConfirmationProps = {
  /** The client secret of the payment or card that is to be confirmed. */
  secret: string
  /** The payer has confirmed or refused; the server is asked which. */
  onAnswered: () => void
  /** The payer went back without an answer. */
  onClose: () => void
}

/** What a form shows under the card number. */
export const refusedCard = (message: string): ApiProblem => new ApiProblem(422, message, { stripe_token: [message] })
