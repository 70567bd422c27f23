import type { HelmetOptions } from 'helmet'
import type { PaymentForm } from '#schemas/resources/payment.ts'

type Sources = { script: string[]; frame: string[]; connect: string[] }

/** What the card field of each provider loads, beside what is of this origin. Stripe names these in its security guide. */
const sourcesOf = ({ provider, frame_url }: Pick<PaymentForm, 'provider' | 'frame_url'>): Sources => {
  if (provider !== 'stripe') return { script: [], frame: frame_url === null ? [] : [frame_url], connect: [] }
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return { script: scripts, frame: [...scripts, 'https://hooks.stripe.com'], connect: ['https://api.stripe.com'] }
}

/**
 * The content security policy of pages. They load from this origin, and what shows cards from the payment provider's;
 * inline styles are allowed because Mantine injects style elements.
 */
export const pagePolicy = (
  payment: Pick<PaymentForm, 'provider' | 'frame_url'>,
): Exclude<HelmetOptions['contentSecurityPolicy'], boolean | undefined> => {
  const { script, frame, connect } = sourcesOf(payment)
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...script],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'", ...connect],
      objectSrc: ["'none'"],
      frameSrc: ["'self'", ...frame],
      baseUri: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
    },
  }
}
