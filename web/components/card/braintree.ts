/** The drop-in of Braintree's script, as far as it is used (braintree.github.io/braintree-web-drop-in). */
export type DropIn = {
  /** Rejects with what is wrong about the form, in words for the payer. */
  requestPaymentMethod: () => Promise<{ nonce: string; type: 'CreditCard' | 'PayPalAccount' }>
  clearSelectedPaymentMethod: () => void
  teardown: () => Promise<void>
}

type Options = {
  authorization: string
  container: HTMLElement
  locale: string
  paypal: { flow: 'vault'; singleUse: false; enableShippingAddress: false }
}

type Script = { dropin: { create: (options: Options) => Promise<DropIn> } }

const address = 'https://js.braintreegateway.com/web/dropin/1.43.0/js/dropin.min.js'

const loadedScript = (): Script | undefined => (window as unknown as { braintree?: Script }).braintree

const loadScript = (): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const script = Object.assign(document.createElement('script'), { src: address, onload: () => resolve() })
  script.onerror = () => {
    script.remove()
    reject(new Error('The script of Braintree did not arrive'))
  }
  document.head.append(script)
  return promise
}

/**
 * Opens Braintree's form for cards and wallets in a place of the page: what it returns can be charged more than once,
 * it speaks American English, and asks for no address. Its script is loaded once, and again after it did not arrive.
 */
export const openDropIn = async (container: HTMLElement, clientToken: string): Promise<DropIn> => {
  if (!loadedScript()) await loadScript()
  const script = loadedScript()
  if (!script) throw new Error('The script of Braintree is another one')
  return script.dropin.create({
    ...{ authorization: clientToken, container, locale: 'en_US' },
    paypal: { flow: 'vault', singleUse: false, enableShippingAddress: false },
  })
}
