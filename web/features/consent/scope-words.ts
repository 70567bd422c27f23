import { resources } from '#schemas/nouns.ts'
import type { Action } from '#schemas/rights/abilities.ts'

const verbs: Record<Action, string> = { view: 'see', create: 'add', update: 'change', delete: 'delete' }
const order = Object.keys(verbs) as Action[]

const others: Record<string, string> = {
  'history.view': 'See who changed what',
  export: 'Export records',
  import: 'Import clients and sites',
  share: 'Make share links',
  'billing.view': 'See invoices and the plan',
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Scopes in words, a line for each noun: 'See clients', 'See, add and change sites'. */
export const scopeWords = (scopes: readonly { id: string; description: string }[]): string[] => {
  const ids = scopes.map(({ id }) => id)
  const ofNouns = resources.flatMap((resource) => {
    const allowed = order.filter((action) => ids.includes(`${resource}.${action}`))
    return allowed.length > 0 ? [sentence(`${listed(allowed.map((action) => verbs[action]))} ${resource}`)] : []
  })
  const ofOthers = scopes
    .filter(({ id }) => !resources.some((resource) => id.startsWith(`${resource}.`)))
    .map(({ id, description }) => others[id] ?? description)
  return [...ofNouns, ...ofOthers]
}
