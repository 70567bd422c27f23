const prefixes = ['customer.subscription.', 'customer.discount.', 'invoice.', 'invoice_payment.'] as const

const types: ReadonlySet<string> = new Set([
  'customer.updated',
  'customer.deleted',
  'payment_method.attached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'charge.refunded',
  'charge.dispute.created',
])

/** Whether the account's one webhook endpoint listens for events of a type: those about subscriptions and payments. */
export const isSubscribed = (type: string): boolean =>
  types.has(type) || prefixes.some((prefix) => type.startsWith(prefix))
