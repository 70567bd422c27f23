import { billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { slotsUsed } from '#api/domain/team-invitations.ts'
import type { ActiveTeam } from '#api/domain/team-state.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream, ownedTeamsStream } from '#api/event-store/streams.ts'
import { invalidField } from '#api/http/problem.ts'
import type { SiteQueries } from '#projections/facilities/sites.ts'
import type { Billable } from '#schemas/billable.ts'
import { counted } from '#schemas/counted.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Plan } from '#schemas/plans.ts'
import { invalidPlan } from '#schemas/resources/registration.ts'
import { activeTeam } from './accept-invitation.ts'

/** The plan that a billable may order by this id; 422 for one that is unknown, not offered, or for the other kind. */
export const offeredPlan = (plans: readonly Plan[], { kind }: Billable, id: string): Plan => {
  const plan = plans.find((each) => each.id === id && each.active && each.type === kind)
  if (!plan) throw invalidField('plan', invalidPlan)
  return plan
}

/** A plan at its present price. `currency` is ISO 4217, small letters. */
export const orderedPlan = ({ id, name, price, interval }: Plan, currency: string): OrderedPlan => ({
  ...{ id, name, interval, currency, quantity: 1, unitMinor: Math.round(price * 100) },
})

type Use = { noun: string; used: number; limit: number | undefined }

/** Refuses a plan whose limits are below present use, with the numbers (D-77). */
const requireRoom = (whose: string, { name }: Plan, uses: readonly Use[]): void => {
  if (!uses.some(({ used, limit }) => limit !== undefined && used > limit)) return
  const bounded = uses.filter((use): use is Use & { limit: number } => use.limit !== undefined)
  const used = bounded.map((use) => counted(use.used, use.noun)).join(' and ')
  const allowed = bounded.map((use) => counted(use.limit, use.noun)).join(' and ')
  throw invalidField('plan', `${whose} ${used}; ${name} allows ${allowed}.`)
}

/** Refuses a plan that is too small for a team; `sites` are its active ones, and open invitations count as members. */
const requireRoomForTeam = (team: ActiveTeam, sites: number, plan: Plan, at: string): void =>
  requireRoom('Your team has', plan, [
    { noun: 'site', used: sites, limit: plan.attributes.sites },
    { noun: 'member', used: slotsUsed(team, at), limit: plan.attributes.teamMembers },
  ])

/** Refuses a plan that is too small for the teams of a user. */
const requireRoomForUser = async (ledger: Ledger, userId: UserId, plan: Plan): Promise<void> => {
  const owned = await load(ledger, ownedTeamsDecider, ownedTeamsStream(userId))
  requireRoom('You have', plan, [{ noun: 'team', used: owned.size, limit: plan.attributes.teams }])
}

/**
 * The end of the trial that runs, which a first subscription keeps (D-97, P-2). A swap to a plan that is too small for
 * present use is refused: 422 under `plan`, with the numbers (D-77).
 */
export const trialKept = async (
  ledger: Ledger,
  sites: Pick<SiteQueries, 'count'>,
  billable: Billable,
  plan: Plan,
  at: string,
): Promise<string | null> => {
  const live = liveSubscription(await load(ledger, billingDecider, billingStream(billable)))
  const isSwap = live !== null && live.plan !== plan.id
  if (billable.kind === 'user') {
    if (isSwap) await requireRoomForUser(ledger, billable.id, plan)
    return null
  }
  const team = await activeTeam(ledger, billable.id)
  if (isSwap) requireRoomForTeam(team, sites.count(billable.id), plan, at)
  return team.trialEndsAt > at ? team.trialEndsAt : null
}
