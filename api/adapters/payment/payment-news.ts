import type { EventNamed } from '#schemas/events/registry.ts'

/** News from a payment provider, as it is recorded: a hint to ask about a customer. */
export type PaymentNews = EventNamed<'ProviderEventReceived'>['data']

/** Reads what was sent in the name of a provider: `unsigned` if the provider did not sign it, or long ago. */
export type ReadNews = (
  body: Uint8Array,
  signature: string,
) => { is: 'news'; news: PaymentNews } | { is: 'uninteresting' } | { is: 'unsigned' }
