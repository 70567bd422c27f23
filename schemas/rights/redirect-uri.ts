import { z } from 'zod'

/** How many redirects a client may have, and the longest one. */
const maxRedirects = 10
const maxLength = 2000

/** The characters of RFC 3986 without `#`, which begins a fragment, and `,`, which separates redirects. */
const legible = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+;=%]+$/

const hostName = String.raw`(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+`
const port = String.raw`(?::\d{1,5})?`
const rest = '(?:[/?].*)?'

/** The checks of the text alone; nothing of it is normalised, so that it is compared as it was registered. */
const forms = [
  new RegExp(String.raw`^https://(?:${hostName}|\[[0-9A-Fa-f:.]+\])${port}${rest}$`),
  new RegExp(String.raw`^http://(?:localhost|127\.0\.0\.1|\[::1\])${port}${rest}$`),
  // A private-use scheme has the form of a reversed domain name (RFC 8252, 7.1).
  /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:(?:\/\/[A-Za-z0-9.-]*(?:[/?].*)?|\/(?:[^/].*)?)$/,
]

/**
 * Whether an app may be sent back to this address: https, http on this very machine, or a scheme of its own with a dot;
 * without a fragment, without user info, and with a port that there is (D-108).
 */
export const isRedirectUri = (text: string): boolean =>
  text.length <= maxLength && legible.test(text) && forms.some((form) => form.test(text)) && URL.canParse(text)

export const redirectInvalid = 'The redirect must be a valid URL.'

/** Redirects separated by commas. */
const redirectsOf = (text: string): string[] => [...new Set(text.split(',').map((each) => each.trim()))]

/** The field `redirect` of a client: one address, or up to ten separated by commas. */
export const RedirectUris = z
  .string({ error: 'The redirect field is required.' })
  .trim()
  .min(1, 'The redirect field is required.')
  .transform(redirectsOf)
  .refine((all) => all.length <= maxRedirects, `The redirect may not hold more than ${maxRedirects} addresses.`)
  .refine((all) => all.length > maxRedirects || all.every(isRedirectUri), redirectInvalid)
  .meta({ type: 'string', description: 'One address, or up to ten separated by commas.' })
