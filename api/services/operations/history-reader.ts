import type { SignedIn } from '#api/http/actor.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import type { HistoryReader } from '#projections/history/conditions.ts'
import { resources } from '#schemas/nouns.ts'
import { abilitiesOf } from '#schemas/rights/membership.ts'

/**
 * The history that a caller sees: operators all of it, others what they may view of their team (D-92). The member's own
 * abilities count, not those of a token: a token has a separate ability to read the history. Throws 404 without a team.
 */
export const historyReader = (caller: SignedIn, { teams }: ReadModels['directory']): HistoryReader => {
  if (caller.operator) return { scope: null, hidden: [] }
  const { userId, teamId, scope } = inTeam(caller)
  const abilities = abilitiesOf(orNotFound(teams.membership(userId, teamId)))
  return { scope, hidden: resources.filter((each) => !abilities[each].view) }
}
