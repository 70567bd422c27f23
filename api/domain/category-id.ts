import type { CategoryIdEvent } from '#schemas/events/category.ts'
import type { CategoryId, TeamId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

/** A claim on a category id. Ids are unique across teams, although each team's categories share one stream (D-78). */
export type CategoryIdClaim = { status: 'free' } | { status: 'claimed'; teamId: TeamId }

export type ClaimCategoryId = { type: 'ClaimCategoryId'; categoryId: CategoryId; teamId: TeamId }

const initialState: CategoryIdClaim = { status: 'free' }

const evolve = (_claim: CategoryIdClaim, { data }: CategoryIdEvent): CategoryIdClaim => ({
  status: 'claimed',
  teamId: data.teamId,
})

/** A team may claim its own id again: the command that used it may have been refused afterwards. */
const claim = (state: CategoryIdClaim, { categoryId, teamId }: ClaimCategoryId): CategoryIdEvent[] => {
  if (state.status === 'free') return [{ type: 'CategoryIdClaimed', data: { categoryId, teamId } }]
  if (state.teamId !== teamId) throw new RuleBroken('id-taken')
  return []
}

export const categoryIdDecider: Decider<CategoryIdClaim, ClaimCategoryId, CategoryIdEvent> = {
  initialState,
  evolve,
  decide: claim,
}
