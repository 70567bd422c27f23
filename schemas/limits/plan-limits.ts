import type { Plan } from '#schemas/billing/plans.ts'
import { endOf, type SubscriptionTimes, subscriptionIsActive } from '#schemas/billing/subscription-state.ts'
import type { LimitsOverride } from './limits-override.ts'

/** How many sites and seats a team, and how many teams a user may have; null is no limit. */
export type Limits = { sites: number | null; teamMembers: number | null; teams: number | null }

/** The newest subscription of a billable; `plan` is an id of the plans file, `ordered` are those of changes under way. */
type Subscribed = SubscriptionTimes & { plan: string; ordered: readonly string[] }

/** The facts that decide the limits of a team or a user. Users have neither an owner nor a trial of their own. */
export type Covered = { subscription: Subscribed | null; ofOwner: Subscribed | null; trialEndsAt: string | null }

const noLimits: Limits = { sites: null, teamMembers: null, teams: null }

const limitsOfPlan = (plan: Plan | undefined): Limits => {
  const { sites = null, teamMembers = null, teams = null } = plan?.attributes ?? {}
  return { sites, teamMembers, teams }
}

const lower = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? (left ?? right) : Math.min(left, right)

/** The limits that both plans allow. */
const lowerOf = (left: Limits, right: Limits): Limits => ({
  sites: lower(left.sites, right.sites),
  teamMembers: lower(left.teamMembers, right.teamMembers),
  teams: lower(left.teams, right.teams),
})

/** The limits after what operators have given a team, or the teams of a user, for some time. */
export const withOverrides = (limits: Limits, overrides: readonly LimitsOverride[], at: string): Limits => {
  const running = overrides.filter(({ endsAt }) => endsAt > at)
  const given = (name: keyof Limits): number | null => {
    const values = running.flatMap((each) => each[name] ?? [])
    return values.length === 0 ? limits[name] : Math.max(...values)
  }
  return { sites: given('sites'), teamMembers: given('teamMembers'), teams: given('teams') }
}

/**
 * The limits of an active subscription's plan, also in grace: that of the team itself, else the owner's own (D-97,
 * P-5). Without one a running trial has no limit, and after it there are those of the plan 'free', or none if it is not
 * configured (D-17, D-43). Until a change of plan has its outcome, what is added obeys both plans.
 */
export const limitsOf = (
  { subscription, ofOwner, trialEndsAt }: Covered,
  plans: readonly Plan[],
  at: string,
): Limits => {
  const limitsOfPlanWith = (planId: string) => limitsOfPlan(plans.find(({ id }) => id === planId))
  const active = [subscription, ofOwner].find((each) => each !== null && subscriptionIsActive(each, at))
  if (active) return [active.plan, ...active.ordered].map(limitsOfPlanWith).reduce(lowerOf)
  if (trialEndsAt !== null && trialEndsAt > at) return noLimits
  return limitsOfPlanWith('free')
}

/** Whether a subscription that is no trial covers a team: its own, or its owner's. */
export const isPaidFor = ({ subscription, ofOwner }: Covered, at: string): boolean =>
  [subscription, ofOwner].some(
    (each) => each !== null && subscriptionIsActive(each, at) && (each.trialEndsAt === null || each.trialEndsAt <= at),
  )

/** Later than any subscription ends. */
const endOfTime = '9999'

/**
 * Until when a team may work without a free plan: its trial runs, or it or its owner has a subscription, also in grace
 * (D-44, D-97). Null if nothing ends that; an empty text if nothing ever allowed it.
 */
export const coveredUntil = ({ subscription, ofOwner, trialEndsAt }: Covered): string | null => {
  const ends = [subscription, ofOwner].flatMap((each) => (each === null ? [] : [endOf(each, endOfTime)]))
  if (ends.includes(null)) return null
  return [trialEndsAt ?? '', ...ends].toSorted().at(-1) ?? null
}
