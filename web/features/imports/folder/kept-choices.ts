import type { PersonInTeam } from '#web/lib/opened.ts'
import { type Meanings, type NamedKind, namingFields, type Reading } from './rows.ts'

/**
 * A layout, what names of folders mean, the days of files that name none, and what is made; the same of all goes on with an
 * import.
 */
export type Choices = {
  pattern: string | null
  meanings: Meanings
  dates: Reading['dates']
  create: readonly NamedKind[]
}

const keyOf = ({ user, team }: PersonInTeam): string => `siteledger:opened:${user}:${team}:folder`

/** Names are kept as long as the tab is open, and never stored. */
const meanings = new Map<string, Meanings>()

/** A layout may name a client or a site itself. */
const namesSomething = (pattern: string): boolean => /[\p{L}\p{N}]/u.test(pattern.replace(/\{[^}]*\}/g, ''))

/** What a person chose for the last folder of a team, which holds for the next one. Signing out forgets what is stored. */
export const keptChoices = (person: PersonInTeam): Choices => {
  const key = keyOf(person)
  const kept: Choices = { pattern: null, meanings: meanings.get(key) ?? {}, dates: 'changed', create: [] }
  try {
    const { pattern, dates, create } = JSON.parse(localStorage.getItem(key) ?? '') as Choices
    if (typeof pattern === 'string') kept.pattern = pattern
    if (dates === 'today') kept.dates = dates
    kept.create = create.filter((kind) => Object.hasOwn(namingFields, kind))
  } catch {
    // The storage of a browser may hold anything.
  }
  return kept
}

export const keepChoices = (person: PersonInTeam, { pattern, dates, create, ...names }: Choices): void => {
  meanings.set(keyOf(person), names.meanings)
  const stored = pattern !== null && namesSomething(pattern) ? null : pattern
  localStorage.setItem(keyOf(person), JSON.stringify({ pattern: stored, dates, create }))
}
