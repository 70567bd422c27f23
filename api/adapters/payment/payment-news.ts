import type { EventNamed } from '#schemas/events/registry.ts'

/** News from a payment provider, as it is recorded: a hint to ask about a customer; null where the log alone knows whose the object is. */
export type PaymentNews = EventNamed<'ProviderEventReceived'>['data']

/**
 * Reads what was sent in the name of a provider: `unsigned` if the provider did not sign it, or long ago. `signature` is
 * that of a header, for a provider that sends it so.
 */
export type ReadNews = (
  body: Uint8Array,
  signature: string,
) => Promise<{ is: 'news'; news: PaymentNews } | { is: 'uninteresting' } | { is: 'unsigned' }>
