import type { BillingAccountQueries } from '#projections/directory/billing-accounts.ts'
import type { TeamQueries, TeamRow } from '#projections/directory/teams.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { type Covered, coveredUntil, type Limits, limitsOf } from '#schemas/plan-limits.ts'
import type { Plan } from '#schemas/plans.ts'
import { orBehind } from './owned.ts'

/** What teams and users may have at an instant, by their subscriptions and trials. */
export type PlanLimits = {
  ofTeam: (teamId: TeamId, at: string) => Limits
  ofUser: (userId: UserId, at: string) => Limits
  /** Until when a team may work; null for a team that always may, as every team may where there is a free plan (D-44). */
  coveredUntil: (teamId: TeamId) => string | null
}

type Models = {
  billingAccounts: Pick<BillingAccountQueries, 'account'>
  teams: Pick<TeamQueries, 'team'>
}

/** Reads the limits of teams and users from the read models; throws 503 for a team that they do not hold yet. */
export const openPlanLimits = ({ billingAccounts, teams }: Models, plans: readonly Plan[]): PlanLimits => {
  const subscribed = (id: TeamId | UserId): Covered['subscription'] => {
    const account = billingAccounts.account({ id })
    if (!account || account.plan === null) return null
    const { plan, trial_ends_at, ends_at, overdue_since } = account
    return { plan, trialEndsAt: trial_ends_at, endsAt: ends_at, overdueSince: overdue_since }
  }

  const coverOf = ({ id, owner_id, trial_ends_at }: TeamRow): Covered => ({
    ...{ subscription: subscribed(id), ofOwner: subscribed(owner_id), trialEndsAt: trial_ends_at },
  })
  const isFree = plans.some(({ id }) => id === 'free')

  return {
    ofTeam: (teamId, at) => limitsOf(coverOf(orBehind(teams.team(teamId))), plans, at),
    ofUser: (userId, at) => limitsOf({ subscription: subscribed(userId), ofOwner: null, trialEndsAt: null }, plans, at),
    coveredUntil: (teamId) => {
      const team = isFree ? undefined : teams.team(teamId)
      return team ? coveredUntil(coverOf(team)) : null
    },
  }
}
