import type { OpenedKind } from '#schemas/resources/overview.ts'

/** A person in one of their teams, by id. */
export type PersonInTeam = { user: string; team: string }

const prefix = 'siteledger:opened:'
const most = 8
const shape = /^(clients|sites|visits|files)[.][\da-f-]{36}$/

const keyOf = ({ user, team }: PersonInTeam): string => `${prefix}${user}:${team}`

/** Forgets what was opened in this browser, by anyone but the user who is named. */
export const forgetOpened = (except?: string): void => {
  for (const key of Object.keys(localStorage)) {
    const isOwn = except !== undefined && key.startsWith(`${prefix}${except}:`)
    if (key.startsWith(prefix) && !isOwn) localStorage.removeItem(key)
  }
}

/** The storage of a browser may hold anything. */
const recordsIn = (text: string | null): string[] => {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string' && shape.test(each)) : []
  } catch {
    return []
  }
}

/**
 * The records that a person opened last in this browser, newest first, as `kind.id`. The browser keeps kinds and ids
 * alone: names are asked of the server, which tells them to whom they are visible. Signing out forgets all of it, and so
 * does somebody else who signs in.
 */
export const openedBy = (person: PersonInTeam): string[] => {
  forgetOpened(person.user)
  return recordsIn(localStorage.getItem(keyOf(person))).slice(0, most)
}

/** Puts a record first among those that a person opened last. */
export const noteOpened = (person: PersonInTeam, kind: OpenedKind, id: string): void => {
  const record = `${kind}.${id}`
  const others = openedBy(person).filter((each) => each !== record)
  localStorage.setItem(keyOf(person), JSON.stringify([record, ...others].slice(0, most)))
}
