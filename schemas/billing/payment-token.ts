import { z } from 'zod'
import { requiredText } from '#schemas/text/fields.ts'

/** Between 12 and 19 digits, however they are grouped. */
const looksLikeCard = (text: string): boolean => /(?:\d[ -]?){12,19}/.test(text)

/** A payment method as the provider's form returns it. The number of a card is not one, and goes no further (D-70). */
const paymentToken = (name: string) =>
  z
    .literal('')
    .transform(() => null)
    .or(
      requiredText(name).refine(
        (text) => !looksLikeCard(text) && /^[\w-]+$/.test(text),
        'Please enter the card in the form of the payment provider.',
      ),
    )
    .nullish()

/** The method of payment, as the form of the configured provider returns it. */
export const cardFields = {
  stripe_token: paymentToken('stripe token').meta({
    description: 'A card of Stripe’s form. Null, empty or left out: as it is.',
  }),
  braintree_type: z
    .literal('')
    .transform(() => null)
    .or(z.enum(['CreditCard', 'PayPalAccount'], { error: 'The selected braintree type is invalid.' }))
    .nullish()
    .meta({
      description: 'What Braintree’s form says that its token is, needed with one. Null, empty or left out: as it is.',
    }),
  braintree_token: paymentToken('braintree token').meta({
    description: 'A card or wallet of Braintree’s form. Null, empty or left out: as it is.',
  }),
}

export type CardFields = {
  [Field in keyof typeof cardFields]?: z.output<(typeof cardFields)[Field]>
}
