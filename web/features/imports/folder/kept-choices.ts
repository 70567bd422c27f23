import type { PersonInTeam } from '#web/lib/opened.ts'
import { type Meanings, type NamedKind, namingFields } from './rows.ts'

/** A layout, what names of folders mean, and what is made; the same of all goes on with an import. */
export type Choices = { pattern: string | null; meanings: Meanings; create: readonly NamedKind[] }

const keyOf = ({ user, team }: PersonInTeam): string => `siteledger:opened:${user}:${team}:folder`

/** Names are kept as long as the tab is open, and never stored. */
const meanings = new Map<string, Meanings>()

/** What a person chose for the last folder of a team, which holds for the next one. Signing out forgets what is stored. */
export const keptChoices = (person: PersonInTeam): Choices => {
  const key = keyOf(person)
  const known = meanings.get(key) ?? {}
  try {
    const { pattern, create } = JSON.parse(localStorage.getItem(key) ?? '') as Choices
    const isKind = (kind: string): kind is NamedKind => Object.hasOwn(namingFields, kind)
    return { pattern: typeof pattern === 'string' ? pattern : null, meanings: known, create: create.filter(isKind) }
  } catch {
    return { pattern: null, meanings: known, create: [] }
  }
}

export const keepChoices = (person: PersonInTeam, { pattern, create, ...names }: Choices): void => {
  meanings.set(keyOf(person), names.meanings)
  localStorage.setItem(keyOf(person), JSON.stringify({ pattern, create }))
}
