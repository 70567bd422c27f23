/** The part of the Trusted Types API that is used here; not every browser has it. */
type Rules = { createHTML: (html: string) => string; createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => unknown }

/** Accepts text that is no markup, such as the style sheets that Mantine injects. Throws TypeError for anything else. */
const createHTML = (html: string): string => {
  if (html.includes('<')) throw new TypeError('Markup is not inserted as text.')
  return html
}

/** Accepts the address of a preview, which an `<object>` shows. Throws TypeError for anything else. */
const createScriptURL = (url: string): string => {
  if (!/^\/file\/[\w-]+\/preview$/.test(url)) throw new TypeError('Nothing is loaded from this address.')
  return url
}

/** The content security policy lets no text become markup, a script or an object except through this policy. */
export const limitInsertions = (): void => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML, createScriptURL })
}
