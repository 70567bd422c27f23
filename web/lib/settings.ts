const setting = (name: string, fallback: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="siteledger:${name}"]`)?.content || fallback

/** The word for teams in paths (D-18). */
export const teamWord = (): string => setting('team-word', 'teams')

/** The time zone that decides which day is today (D-50). */
export const timeZone = (): string => setting('time-zone', 'Europe/London')

/** Whether European VAT is collected. */
export const collectsVat = (): boolean => setting('collect-vat', 'false') === 'true'

/** Whether a paid plan requires a card at registration (D-87). */
export const cardUpFront = (): boolean => setting('card-up-front', 'false') === 'true'

/** Whether this page was loaded without a session, and nobody has signed in on it since. */
export const isGuest = (): boolean => setting('guest', 'false') === 'true'

/** Somebody has signed in: from now on the server is asked. */
export const endGuest = (): void => document.querySelector('meta[name="siteledger:guest"]')?.remove()

/** The payment provider, and how its form for cards is opened: by frames of `frameUrl`, or by its own script (D-70). */
export const payment = () => ({
  provider: setting('payment-provider', 'sandbox') as 'sandbox' | 'stripe' | 'braintree',
  publicKey: setting('payment-public-key', ''),
  frameUrl: setting('payment-frame-url', ''),
})

/** An amount in major units with two decimals and the configured symbol: '£19.00'. */
export const money = (amount: number): string => `${setting('currency-symbol', '£')}${amount.toFixed(2)}`
