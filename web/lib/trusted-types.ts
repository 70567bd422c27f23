/** The part of the Trusted Types API that is used here; not every browser has it. */
type Rules = { createHTML: (html: string) => string; createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => unknown }

/** Accepts text that is no markup, such as the style sheets that Mantine injects. Throws TypeError for anything else. */
const createHTML = (html: string): string => {
  if (html.includes('<')) throw new TypeError('Markup is not inserted as text.')
  return html
}

/** Accepts the script that Stripe's form for cards is, where the content security policy lets it run. Throws TypeError for any other. */
const createScriptURL = (url: string): string => {
  if (!url.startsWith('https://js.stripe.com/')) throw new TypeError('Scripts of others are not inserted.')
  return url
}

/** The content security policy lets no text become markup or the address of a script except through this policy. */
export const limitInsertions = (): void => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML, createScriptURL })
}
