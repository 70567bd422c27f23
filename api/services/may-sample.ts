import type { SignedIn } from '#api/http/actor.ts'
import { sampleAbilities } from '#schemas/abilities.ts'
import { grants } from '#schemas/policy.ts'
import { roleHolds } from '#schemas/team-rights.ts'

/**
 * Whether a caller may add and remove sample data: import, and create and delete every kind of its records, in the whole
 * team.
 */
export const maySample = ({ scope, role, token, abilities }: SignedIn): boolean => {
  const isWhole = scope !== null && scope.clientId === null && scope.siteIds === null
  const imports = roleHolds(role, 'import') && (token === null || token.includes('import'))
  return isWhole && imports && sampleAbilities.every((ability) => grants(abilities, ability))
}
