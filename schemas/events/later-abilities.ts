import { grantedByName } from '#schemas/rights/oauth-scopes.ts'

type Payload = Record<string, unknown>

/** The fields of events that list what a token may do. */
const lists = ['abilities', 'scopes'] as const

/**
 * Abilities that versions before them do not know: in such a list they would stop the read models of a replica that is
 * not updated yet (D-105). They are stored in a field of their own, which such a version passes over, so it grants less.
 */
const later: readonly unknown[] = [grantedByName]

/** The payload as it is stored. */
export const withoutLater = (payload: Payload): Payload => {
  for (const list of lists) {
    const listed = payload[list]
    if (!Array.isArray(listed) || !listed.some((each) => later.includes(each))) continue
    const laterAbilities = listed.filter((each) => later.includes(each))
    return { ...payload, [list]: listed.filter((each) => !later.includes(each)), laterAbilities }
  }
  return payload
}

/** A stored payload with all of its abilities in one list. */
export const withLater = (stored: Payload): Payload => {
  if (!Array.isArray(stored.laterAbilities)) return stored
  const { laterAbilities, ...payload } = stored
  const list = lists.find((each) => Array.isArray(payload[each]))
  return list ? { ...payload, [list]: [...(payload[list] as unknown[]), ...(laterAbilities as unknown[])] } : payload
}
