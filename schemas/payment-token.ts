import { requiredText } from './fields.ts'

/** Between 12 and 19 digits, however they are grouped. */
const looksLikeCard = (text: string): boolean => /(?:\d[ -]?){12,19}/.test(text)

/** A payment method as the provider's form returns it. The number of a card is not one, and goes no further (D-70). */
export const paymentToken = requiredText('stripe token').refine(
  (text) => !looksLikeCard(text) && /^[\w-]+$/.test(text),
  'Please enter the card in the form of the payment provider.',
)
