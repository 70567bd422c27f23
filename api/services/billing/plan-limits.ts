import type { ReadModels } from '#api/services/read-models.ts'
import { orBehind } from '#api/services/records/owned.ts'
import type { TeamRow } from '#projections/directory/teams.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import {
  type Covered,
  coveredUntil,
  isPaidFor,
  type Limits,
  limitsOf,
  withOverrides,
} from '#schemas/limits/plan-limits.ts'
import type { PlanChanges } from './plan-changes.ts'

/** The limits of teams and users at an instant, by their subscriptions and trials, and by overrides of operators. */
export type PlanLimits = {
  ofTeam: (teamId: TeamId, at: string) => Limits
  /** Runs `write` with the limits of a team; a change of plan waits for its end, and then counts. */
  inTeam: <Written>(teamId: TeamId, at: string, write: (limits: Limits) => Promise<Written>) => Promise<Written>
  /** The same for a user. */
  forUser: <Written>(userId: UserId, at: string, write: (limits: Limits) => Promise<Written>) => Promise<Written>
  /** Until when a team may work; null for a team that always may, as every team may where there is a free plan (D-44). */
  coveredUntil: (teamId: TeamId) => string | null
  /** Whether a subscription that is no trial covers a team. */
  isPaidFor: (teamId: TeamId, at: string) => boolean
}

/** Reads the limits of teams and users from the read models; throws 503 for a team that they do not hold yet. */
export const openPlanLimits = (
  { billingAccounts, teams }: ReadModels['directory'],
  plans: readonly Plan[],
  changes: PlanChanges,
): PlanLimits => {
  const subscribed = (id: TeamId | UserId): Covered['subscription'] => {
    const account = billingAccounts.account({ id })
    if (!account || account.plan === null) return null
    const { plan, trial_ends_at, ends_at, overdue_since, order_kind, order_plan } = account
    const open = order_kind === 'swap' && order_plan !== null ? [order_plan] : []
    const ordered = [...open, ...changes.plansOf(id)]
    return { plan, ordered, trialEndsAt: trial_ends_at, endsAt: ends_at, overdueSince: overdue_since }
  }

  const coverOf = ({ id, owner_id, trial_ends_at }: TeamRow): Covered => ({
    subscription: subscribed(id),
    ofOwner: subscribed(owner_id),
    trialEndsAt: trial_ends_at,
  })
  const isFree = plans.some(({ id }) => id === 'free')
  const ofTeam: PlanLimits['ofTeam'] = (teamId, at) =>
    withOverrides(limitsOf(coverOf(orBehind(teams.team(teamId))), plans, at), [teams.override(teamId) ?? []].flat(), at)
  const ofUser = (userId: UserId, at: string): Limits => {
    const own = limitsOf({ subscription: subscribed(userId), ofOwner: null, trialEndsAt: null }, plans, at)
    return { ...own, teams: withOverrides(own, teams.overridesOfOwner(userId), at).teams }
  }

  return {
    ofTeam,
    inTeam: async (teamId, at, write) =>
      changes.allowed([teamId, orBehind(teams.team(teamId)).owner_id], () => write(ofTeam(teamId, at))),
    forUser: (userId, at, write) => changes.allowed([userId], () => write(ofUser(userId, at))),
    coveredUntil: (teamId) => {
      const team = isFree ? undefined : teams.team(teamId)
      return team ? coveredUntil(coverOf(team)) : null
    },
    isPaidFor: (teamId, at) => {
      const team = teams.team(teamId)
      return team !== undefined && isPaidFor(coverOf(team), at)
    },
  }
}
