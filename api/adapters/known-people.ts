import type { KeyName } from './key-wrapping.ts'

/** People after whom those that have been known longest are dropped: some 10 MB. */
const mostKnown = 40_000

/** The keys of a person, of which some may be lost for good. */
type Known = Map<string, Uint8Array | 'destroyed'> | 'destroyed'

/** The keys in memory, and who is known to have none any more. */
export const knownPeople = () => {
  const people = new Map<string, Known>()
  const keep = (personId: string, known: Known): void => {
    people.set(personId, known)
    const [longest] = people.keys()
    if (people.size > mostKnown && longest !== undefined) people.delete(longest)
  }
  return {
    find: (personId: string, kid: string): Uint8Array | 'destroyed' | undefined => {
      const known = people.get(personId)
      return known === 'destroyed' ? known : known?.get(kid)
    },
    /** Any key of a person that can be sealed with. */
    first: (personId: string): { kid: string; key: Uint8Array } | 'destroyed' | undefined => {
      const known = people.get(personId)
      if (known === 'destroyed') return known
      for (const [kid, key] of known ?? []) if (key !== 'destroyed') return { kid, key }
      return undefined
    },
    add: ({ personId, kid }: KeyName, key: Uint8Array | 'destroyed'): void => {
      const known = people.get(personId)
      // It was read before it was destroyed.
      if (known !== 'destroyed') keep(personId, new Map(known).set(kid, key))
    },
    destroyed: (personId: string): void => keep(personId, 'destroyed'),
    /** Drops the keys of people; that they were destroyed stays known. */
    forget: (personIds: readonly string[]): void => {
      for (const personId of personIds) if (people.get(personId) !== 'destroyed') people.delete(personId)
    },
  }
}
