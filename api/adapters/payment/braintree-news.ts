import { createHash } from 'node:crypto'
import type braintree from 'braintree'
import { z } from 'zod'
import type { Gateway } from './braintree-client.ts'
import { customerOf } from './braintree-customers.ts'
import { foundOrNull, translated } from './braintree-errors.ts'
import type { ReadNews } from './payment-news.ts'

/** Milliseconds after which news is not believed any more; Braintree sends again for a day what was not taken. */
const longestWay = 48 * 60 * 60 * 1000

/** The kinds of news that can change a subscription, a card or a payment. */
const interesting = /^(subscription_|transaction_|payment_method_revoked_by_customer$)/

/**
 * Who news is about: it names a subscription, and rarely whose it is. Null where Braintree knows no more whose it is, as
 * once the method of payment is deleted; undefined for news of nobody.
 */
const customerIn = async (gateway: Gateway, notification: braintree.WebhookNotification) => {
  if ('revokedPaymentMethodMetadata' in notification) return notification.revokedPaymentMethodMetadata.customerId
  if ('transaction' in notification) return notification.transaction.customer.id
  if (!('subscription' in notification)) return undefined
  const subscription = await foundOrNull(gateway.subscription.find(notification.subscription.id))
  if (!subscription) return undefined
  return (await foundOrNull(customerOf(gateway, subscription)))?.id ?? null
}

const objectIn = (notification: braintree.WebhookNotification): string | null => {
  if ('subscription' in notification) return notification.subscription.id
  return 'transaction' in notification ? notification.transaction.id : null
}

const Id = z.string().min(1)

/** The fields of a notification that are used; the signer may send anything else. */
const Told = z.object({
  kind: z.string().regex(interesting),
  subscription: z.object({ id: Id }).optional(),
  transaction: z.object({ id: Id, customer: z.object({ id: Id }) }).optional(),
  revokedPaymentMethodMetadata: z.object({ customerId: Id }).optional(),
})

const parsed = async (gateway: Gateway, signature: string, payload: string) => {
  try {
    return await gateway.webhookNotification.parse(signature, payload)
  } catch {
    return null
  }
}

/**
 * Reads webhooks of Braintree: a form with a signature and a payload, which has no id, so that its digest names it. Throws
 * ProviderAway where Braintree cannot be asked whose a subscription is; it sends the webhook again.
 */
export const readBraintreeNews =
  (gateway: Gateway): ReadNews =>
  async (body) => {
    const form = new URLSearchParams(new TextDecoder().decode(body))
    const payload = form.get('bt_payload') ?? ''
    const notification = await parsed(gateway, form.get('bt_signature') ?? '', payload)
    // Without a time nobody can tell how old it is.
    const isNew = notification && Date.now() - Date.parse(notification.timestamp) <= longestWay
    if (!isNew) return { is: 'unsigned' }
    const { kind: type } = notification
    if (!Told.safeParse(notification).success) return { is: 'uninteresting' }
    const customerId = await translated(() => customerIn(gateway, notification))
    if (customerId === undefined) return { is: 'uninteresting' }
    const eventId = createHash('sha256').update(payload.trim()).digest('hex')
    return { is: 'news', news: { provider: 'braintree', eventId, type, objectId: objectIn(notification), customerId } }
  }
