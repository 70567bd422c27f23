import type { Actor, SignedIn } from '#api/http/actor.ts'
import { forbidden, HttpProblem } from '#api/http/problem.ts'
import { grants, holdsRight } from '#schemas/policy.ts'
import { type Ability, sampleAbilities } from '#schemas/rights/abilities.ts'

/**
 * Whether a caller may import what needs these abilities, in the whole team: only with a role that may, and never more
 * than they could do record by record. Being an operator gives no extra right here, and a token needs the right, too.
 */
const mayImport = (caller: SignedIn, needed: readonly Ability[]): boolean => {
  const { scope, abilities } = caller
  const isWhole = scope !== null && scope.clientId === null && scope.siteIds === null
  return isWhole && holdsRight(caller, 'import') && needed.every((ability) => grants(abilities, ability))
}

export const otherImportRuns = () =>
  new HttpProblem(409, { message: 'Another import of the team is running. Please wait for its end.' }, 5)

/** Throws 403 unless the caller may import what needs these abilities. */
export const importer = (actor: SignedIn, ...needed: Ability[]): Actor => {
  const { teamId, role, scope } = actor
  if (!teamId || !role || !scope || !mayImport(actor, needed)) throw forbidden()
  return { ...actor, teamId, role, scope }
}

/** Whether a caller may add and remove sample data: import, and create and delete every kind of its records. */
export const maySample = (caller: SignedIn): boolean => mayImport(caller, sampleAbilities)
