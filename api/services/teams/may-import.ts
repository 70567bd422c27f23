import type { Actor, SignedIn } from '#api/http/actor.ts'
import { forbidden } from '#api/http/problem.ts'
import { grants, roleHolds } from '#schemas/policy.ts'
import { type Ability, sampleAbilities } from '#schemas/rights/abilities.ts'

/**
 * Whether a caller may import what needs these abilities, in the whole team: only with a role that may, and never more
 * than they could do record by record. Being an operator gives no extra right here, and a token needs the right, too.
 */
const mayImport = ({ scope, role, token, abilities }: SignedIn, needed: readonly Ability[]): boolean => {
  const isWhole = scope !== null && scope.clientId === null && scope.siteIds === null
  const holds = roleHolds(role, 'import') && (token === null || token.includes('import'))
  return isWhole && holds && needed.every((ability) => grants(abilities, ability))
}

/** Throws 403 unless the caller may import what needs these abilities. */
export const importer = (actor: SignedIn, ...needed: Ability[]): Actor => {
  const { teamId, role, scope } = actor
  if (!teamId || !role || !scope || !mayImport(actor, needed)) throw forbidden()
  return { ...actor, teamId, role, scope }
}

/** Whether a caller may add and remove sample data: import, and create and delete every kind of its records. */
export const maySample = (caller: SignedIn): boolean => mayImport(caller, sampleAbilities)
