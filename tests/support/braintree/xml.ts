type Value = string | number | boolean | null | undefined | readonly object[] | readonly string[] | object

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const dashed = (name: string): string =>
  name.replace(/[A-Z0-9]+/g, (part, at) => (at > 0 && /[A-Z]/.test(part) ? `-${part.toLowerCase()}` : part))

/** The items of lists: Braintree names each after its list. */
const singular = (name: string): string => name.replace(/s$/, '')

/** Names and values as Braintree writes them: dashes, and types where a text is not meant. */
export const xml = (name: string, value: Value, item = singular(name)): string => {
  const tag = dashed(name)
  if (value === null || value === undefined) return `<${tag} nil="true"/>`
  if (Array.isArray(value)) return `<${tag} type="array">${value.map((each) => xml(item, each)).join('')}</${tag}>`
  if (typeof value === 'number') return `<${tag} type="integer">${value}</${tag}>`
  if (typeof value === 'boolean') return `<${tag} type="boolean">${value}</${tag}>`
  if (typeof value === 'object') {
    return `<${tag}>${Object.entries(value)
      .map(([key, each]) => xml(key, each as Value))
      .join('')}</${tag}>`
  }
  return `<${tag}>${escaped(String(value))}</${tag}>`
}
