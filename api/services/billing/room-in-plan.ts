import { billingDecider } from '#api/domain/billing/billing.ts'
import { liveSubscription } from '#api/domain/billing/state.ts'
import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { teamDecider } from '#api/domain/team.ts'
import { slotsUsed } from '#api/domain/team-invitations.ts'
import type { ActiveTeam } from '#api/domain/team-state.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream, ownedTeamsStream, teamStream } from '#api/event-store/streams.ts'
import { invalidField } from '#api/http/problem.ts'
import { activeTeam } from '#api/services/accounts/accept-invitation.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import { subscriptionIsActive } from '#schemas/billing/subscription-state.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { isOver, limitedByPlans, type PlanUse, usesOfLimits } from '#schemas/limits/plan-use.ts'
import { counted } from '#schemas/text/counted.ts'

type Tools = { ledger: Ledger; quota: Pick<SiteQuota, 'used'> }

/** What there is of an account, or of a team that its plan covers. */
type Held = { whose: string; use: PlanUse }

/** Refuses a plan whose limits are below present use, with the numbers. */
const requireRoom = ({ name, attributes }: Plan, { whose, use }: Held): void => {
  const uses = usesOfLimits(attributes, use)
  if (!uses.some(isOver)) return
  const has = uses.map(({ used, noun }) => counted(used, noun)).join(' and ')
  const allowed = uses.map(({ limit, noun }) => counted(limit, noun)).join(' and ')
  throw invalidField('plan', `${whose} ${has}; ${name} allows ${allowed}.`)
}

/** Open invitations count as members. */
const heldByTeam = ({ quota }: Tools, teamId: TeamId, team: ActiveTeam, at: string): PlanUse => ({
  sites: quota.used(teamId),
  teamMembers: slotsUsed(team, at),
})

/** A user's plan also counts for each of their teams that has none of its own (D-97, P-5). */
const heldByUser = async (tools: Tools, userId: UserId, at: string): Promise<Held[]> => {
  const { ledger } = tools
  const owned = await load(ledger, ownedTeamsDecider, ownedTeamsStream(userId))
  const held: Held[] = [{ whose: 'You have', use: { teams: owned.size } }]
  for (const teamId of owned) {
    const { subscription } = await load(ledger, billingDecider, billingStream({ id: teamId }))
    if (subscription && subscriptionIsActive(subscription, at)) continue
    const team = await load(ledger, teamDecider, teamStream(teamId))
    if (team.status !== 'active') continue
    held.push({ whose: `Your team ${team.name} has`, use: heldByTeam(tools, teamId, team, at) })
  }
  return held
}

const heldBy = async (tools: Tools, billable: Billable, at: string): Promise<Held[]> => {
  if (billable.kind === 'user') return heldByUser(tools, billable.id, at)
  const team = await activeTeam(tools.ledger, billable.id)
  return [{ whose: 'Your team has', use: heldByTeam(tools, billable.id, team, at) }]
}

/** Present use of what plans limit; of a user's teams the fullest counts. */
export const presentUse = async (tools: Tools, billable: Billable, at: string): Promise<PlanUse> => {
  const held = await heldBy(tools, billable, at)
  const uses = limitedByPlans.map((each) => [each, held.flatMap(({ use }) => use[each] ?? [])] as const)
  return Object.fromEntries(
    uses.filter(([, counts]) => counts.length > 0).map(([each, counts]) => [each, Math.max(...counts)]),
  )
}

/** Refuses a plan that is too small for present use: 422 under `plan`, with the numbers (D-77, D-117). */
export const requireRoomInPlan = async (tools: Tools, billable: Billable, plan: Plan, at: string): Promise<void> => {
  const live = liveSubscription(await load(tools.ledger, billingDecider, billingStream(billable)))
  if (live?.plan === plan.id) return
  for (const held of await heldBy(tools, billable, at)) requireRoom(plan, held)
}
