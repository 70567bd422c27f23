/** The part of the Trusted Types API that is used here; not every browser has it. */
type Rules = { createHTML: (html: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => unknown }

/** Accepts text that is no markup, such as the style sheets that Mantine injects. Throws TypeError for anything else. */
const createHTML = (html: string): string => {
  if (html.includes('<')) throw new TypeError('Markup is not inserted as text.')
  return html
}

/** The content security policy lets no text become markup except through this policy, and none a script or its address. */
export const limitInsertions = (): void => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML })
}
