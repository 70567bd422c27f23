import type { SignedIn } from '#api/http/actor.ts'
import { sampleAbilities } from '#schemas/abilities.ts'
import { grants } from '#schemas/policy.ts'

/** Whether a caller may add and remove sample data: create and delete every kind of its records, in the whole team. */
export const maySample = ({ scope, abilities }: SignedIn): boolean => {
  const isWhole = scope !== null && scope.clientId === null && scope.siteIds === null
  return isWhole && sampleAbilities.every((ability) => grants(abilities, ability))
}
