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
import { counted } from '#schemas/text/counted.ts'

type Tools = { ledger: Ledger; quota: Pick<SiteQuota, 'used'> }
type Use = { noun: string; used: number; limit: number | undefined }

/** Refuses a plan whose limits are below present use, with the numbers. */
const requireRoom = (whose: string, { name }: Plan, uses: readonly Use[]): void => {
  if (!uses.some(({ used, limit }) => limit !== undefined && used > limit)) return
  const bounded = uses.filter((use): use is Use & { limit: number } => use.limit !== undefined)
  const used = bounded.map((use) => counted(use.used, use.noun)).join(' and ')
  const allowed = bounded.map((use) => counted(use.limit, use.noun)).join(' and ')
  throw invalidField('plan', `${whose} ${used}; ${name} allows ${allowed}.`)
}

/** Open invitations count as members. */
const requireRoomForTeam = (
  { quota }: Tools,
  whose: string,
  teamId: TeamId,
  team: ActiveTeam,
  plan: Plan,
  at: string,
): void =>
  requireRoom(whose, plan, [
    { noun: 'site', used: quota.used(teamId), limit: plan.attributes.sites },
    { noun: 'member', used: slotsUsed(team, at), limit: plan.attributes.teamMembers },
  ])

/** A user's plan also counts for each of their teams that has none of its own (D-97, P-5). */
const requireRoomForUser = async (tools: Tools, userId: UserId, plan: Plan, at: string): Promise<void> => {
  const { ledger } = tools
  const owned = await load(ledger, ownedTeamsDecider, ownedTeamsStream(userId))
  requireRoom('You have', plan, [{ noun: 'team', used: owned.size, limit: plan.attributes.teams }])
  for (const teamId of owned) {
    const { subscription } = await load(ledger, billingDecider, billingStream({ id: teamId }))
    if (subscription && subscriptionIsActive(subscription, at)) continue
    const team = await load(ledger, teamDecider, teamStream(teamId))
    if (team.status === 'active') requireRoomForTeam(tools, `Your team ${team.name} has`, teamId, team, plan, at)
  }
}

/** Refuses a change to a plan that is too small for present use: 422 under `plan`, with the numbers (D-77). */
export const requireRoomInPlan = async (tools: Tools, billable: Billable, plan: Plan, at: string): Promise<void> => {
  const { ledger } = tools
  const live = liveSubscription(await load(ledger, billingDecider, billingStream(billable)))
  if (live === null || live.plan === plan.id) return
  if (billable.kind === 'user') return requireRoomForUser(tools, billable.id, plan, at)
  requireRoomForTeam(tools, 'Your team has', billable.id, await activeTeam(ledger, billable.id), plan, at)
}
