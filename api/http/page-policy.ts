import type { HelmetOptions } from 'helmet'
import type { PagePayment } from '#schemas/resources/payment.ts'

type Sources = { script: string[]; frame: string[]; connect: string[]; image: string[] }

/** Where Braintree's form for cards and wallets comes from, and what it asks. */
const braintree: Sources = {
  script: [
    'https://js.braintreegateway.com',
    'https://assets.braintreegateway.com',
    'https://www.paypalobjects.com',
    'https://*.paypal.com',
  ],
  frame: ['https://assets.braintreegateway.com', 'https://*.paypal.com'],
  connect: ['https://*.braintreegateway.com', 'https://*.braintree-api.com', 'https://*.paypal.com'],
  image: ['https://assets.braintreegateway.com', 'https://*.paypal.com', 'https://www.paypalobjects.com'],
}

/** The origins that each provider's card field loads from; the providers' security guides name them. */
const sourcesOf = ({ provider, frame_url }: Pick<PagePayment, 'provider' | 'frame_url'>): Sources => {
  if (provider === 'braintree') return braintree
  if (provider !== 'stripe') return { script: [], frame: frame_url === null ? [] : [frame_url], connect: [], image: [] }
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return {
    script: scripts,
    frame: [...scripts, 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
    image: [],
  }
}

/**
 * The content security policy of pages. They load from this origin, and what shows cards from the payment provider's;
 * inline styles are allowed because Mantine injects style elements.
 */
export const pagePolicy = (
  payment: Pick<PagePayment, 'provider' | 'frame_url'>,
): Exclude<HelmetOptions['contentSecurityPolicy'], boolean | undefined> => {
  const { script, frame, connect, image } = sourcesOf(payment)
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...script],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...image],
      connectSrc: ["'self'", ...connect],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      frameSrc: ["'self'", ...frame],
      baseUri: ["'none'"],
      // Braintree's form writes markup into its own place in the page.
      ...(payment.provider === 'braintree' ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['default'] }),
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
    },
  }
}
