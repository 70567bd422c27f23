import type { SignedIn } from '#api/http/actor.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import type { TrashSight } from '#projections/facilities/trash-queries.ts'
import { resources } from '#schemas/nouns.ts'
import { grants } from '#schemas/policy.ts'

/** A caller who may delete a resource also sees and restores what was deleted of it. Throws 404 without a team. */
export const trashSight = (caller: SignedIn, now: Date): TrashSight => {
  const { scope, abilities } = inTeam(caller)
  return { scope, resources: resources.filter((each) => grants(abilities, `${each}.delete`)), now }
}
