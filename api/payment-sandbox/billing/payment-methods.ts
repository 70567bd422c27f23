import type Stripe from 'stripe'
import { cardError, cardOfFingerprint, cardOfToken, fingerprintOf, type TestCard } from '../cards.ts'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'

const year = 365.25 * 86_400

type Expiry = { exp_month: number; exp_year: number }

/** A payment method that belongs to nobody yet. Of the number, only its last four digits are kept. */
export const newPaymentMethod = (
  { now }: Context,
  card: TestCard,
  expiry: Expiry,
  { name, postalCode }: { name: string | null; postalCode: string | null },
): Stripe.PaymentMethod => {
  const method = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: { postal_code: postalCode }, name },
    card: { brand: card.brand, ...expiry, fingerprint: fingerprintOf(card), last4: card.number.slice(-4) },
    created: now,
    customer: null,
    livemode: false,
    type: 'card',
  }
  return method as Stripe.PaymentMethod
}

/** The same for a shared test card, which is never about to expire. */
export const fromTestCard = (context: Context, card: TestCard): Stripe.PaymentMethod => {
  const inAYear = new Date((context.now + year) * 1000)
  const expiry = { exp_month: inAYear.getUTCMonth() + 1, exp_year: inAYear.getUTCFullYear() }
  return newPaymentMethod(context, card, expiry, { name: null, postalCode: null })
}

/**
 * @param id of one that was made, or `pm_card_…`: each mention of a shared one makes a new one
 * @throws {ApiError} when there is none
 */
export const paymentMethodOf = (context: Context, id: string, param = 'id'): Stripe.PaymentMethod => {
  const shared = id.startsWith('pm_card_') ? cardOfToken(id) : undefined
  if (shared !== undefined) return fromTestCard(context, shared)
  const found = context.store.find<Stripe.PaymentMethod>('payment_method', id)
  if (found === undefined) throw noSuch('PaymentMethod', id, param)
  return found
}

/**
 * Attaches it to a customer, where its bank agrees.
 * @throws {ApiError} 402 when the bank does not, 400 when it belongs to somebody else
 */
export const attach = (context: Context, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod => {
  if (method.customer === customer) return method
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    })
  }
  const refused = cardOfFingerprint(method.card?.fingerprint)?.refused
  if (refused !== undefined) throw cardError(refused)
  return context.store.put<Stripe.PaymentMethod>({ ...method, customer })
}

const memory = (method: string): string => `confirmed:${method}`

/** Remembers that the holder of a card has confirmed it for later payments. */
export const rememberConfirmed = ({ store }: Context, method: string): void => store.setSetting(memory(method), '1')

/** Whether its holder has to confirm a payment, or its setup, now. */
export const needsConfirmation = ({ store }: Context, method: Stripe.PaymentMethod): boolean => {
  const { confirmation } = cardOfFingerprint(method.card?.fingerprint) ?? {}
  return confirmation === 'always' || (confirmation === 'once' && store.setting(memory(method.id)) === undefined)
}
