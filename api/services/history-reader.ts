import type { SignedIn } from '#api/http/actor.ts'
import { orNotFound } from '#api/services/owned.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { HistoryReader } from '#projections/history/conditions.ts'
import { resources } from '#schemas/abilities.ts'
import { abilitiesOf } from '#schemas/membership.ts'

/**
 * What a caller sees of the history: operators all, others what they may view of their team (D-92). The member's own
 * abilities count, not those of a token: a token has a separate ability to read the history. Throws 404 without a team.
 */
export const historyReader = (
  { operator, userId, teamId, scope }: SignedIn,
  { teams }: Pick<ReadModels, 'teams'>,
): HistoryReader => {
  if (operator) return { scope: null, hidden: [] }
  const abilities = abilitiesOf(orNotFound((teamId && teams.membership(userId, teamId)) || undefined))
  return { scope: orNotFound(scope ?? undefined), hidden: resources.filter((each) => !abilities[each].view) }
}
