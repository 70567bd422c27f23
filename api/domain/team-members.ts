import type { TeamEvent } from '#schemas/events/team.ts'
import type { SiteId, UserId } from '#schemas/ids.ts'
import type { LimitsOverride } from '#schemas/limits/limits-override.ts'
import { changesFrom } from '#schemas/rights/abilities.ts'
import type { Membership } from '#schemas/rights/membership.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { RuleBroken } from './rule.ts'
import { type ActiveTeam, requireManager } from './team-state.ts'

export type MemberCommand =
  | { type: 'ChangeMember'; userId: UserId; membership: Partial<Membership>; by: UserId }
  | { type: 'RemoveMember'; userId: UserId; by: UserId }
  /** `invitedBy` is who sent the invitation that was accepted, if there was one. */
  | { type: 'RemindOfEnd'; userId: UserId; endsAt: CalendarDate; invitedBy: UserId | null }
  /** `today` is the day where the installation is. */
  | { type: 'EndMembership'; userId: UserId; today: CalendarDate }
  /** A site has moved to another client or into the trash. */
  | { type: 'PruneSite'; siteId: SiteId }

type Of<Type extends MemberCommand['type']> = Extract<MemberCommand, { type: Type }>

/** A member that `by` may change: neither the owner nor themselves. */
const changeable = (team: ActiveTeam, userId: UserId, by: UserId): Membership => {
  requireManager(team, by)
  const member = team.members.get(userId)
  if (!member) throw new RuleBroken('member-not-found')
  if (member.role === 'owner' || userId === by) throw new RuleBroken('member-untouchable')
  return member
}

/** Only the role `member` can be limited to a client, and only within a client to chosen sites. */
export const limited = (membership: Membership): Membership => {
  if (membership.role !== 'member') return { ...membership, clientId: null, siteIds: null }
  return membership.clientId === null ? { ...membership, siteIds: null } : membership
}

/** A membership after a change; fields that the change leaves out keep their values. */
const changedMembership = (present: Membership, change: Partial<Membership>): Membership => {
  const wanted = limited({ ...present, ...change })
  return { ...wanted, abilities: changesFrom(wanted.role, wanted.abilities) }
}

const isSame = (left: Membership, right: Membership) => JSON.stringify(left) === JSON.stringify(right)

export const changeMember = (team: ActiveTeam, { userId, membership, by }: Of<'ChangeMember'>): TeamEvent[] => {
  const present = changeable(team, userId, by)
  const wanted = changedMembership(present, membership)
  if (wanted.role === 'owner') throw new RuleBroken('member-untouchable')
  if (isSame(present, wanted)) return []
  return [{ type: 'MemberChanged', data: { teamId: team.teamId, userId, ...wanted } }]
}

/** Removes a member. Members who remove themselves leave, which everybody but the owner may do (D-13). */
export const removeMember = (team: ActiveTeam, { userId, by }: Of<'RemoveMember'>): TeamEvent[] => {
  const { teamId } = team
  if (userId !== by) {
    changeable(team, userId, by)
    return [{ type: 'MemberRemoved', data: { teamId, userId, removedBy: by, reason: null } }]
  }
  const member = team.members.get(userId)
  if (!member) throw new RuleBroken('member-not-found')
  if (member.role === 'owner') throw new RuleBroken('owner-cannot-leave')
  return [{ type: 'MemberLeft', data: { teamId, userId } }]
}

/** Tells a member whose membership still ends on that day, and who invited them, if they are a member themselves. */
export const remindOfEnd = (team: ActiveTeam, command: Of<'RemindOfEnd'>): TeamEvent[] => {
  const { userId, endsAt, invitedBy } = command
  const { teamId, members } = team
  if (members.get(userId)?.endsAt !== endsAt) return []
  const told = invitedBy !== null && invitedBy !== userId && members.has(invitedBy) ? [userId, invitedBy] : [userId]
  return told.map((each) => ({ type: 'MembershipEndsSoon', data: { teamId, userId, endsAt, told: each } }))
}

/** Removes a member whose last day is over. */
export const endMembership = ({ teamId, members }: ActiveTeam, command: Of<'EndMembership'>): TeamEvent[] => {
  const { userId, today } = command
  const endsAt = members.get(userId)?.endsAt ?? null
  if (endsAt === null || endsAt >= today) return []
  return [{ type: 'MemberRemoved', data: { teamId, userId, removedBy: null, reason: 'ended' } }]
}

/** Removes a site from the members that are limited to chosen sites; they keep the others (D-57). */
export const pruneSite = ({ teamId, members }: ActiveTeam, { siteId }: Of<'PruneSite'>): TeamEvent[] =>
  [...members].flatMap(([userId, { siteIds, ...member }]) => {
    if (!siteIds?.includes(siteId)) return []
    const others = siteIds.filter((id) => id !== siteId)
    return [{ type: 'MemberChanged', data: { teamId, userId, ...member, siteIds: others } } as const]
  })

/** By operators, who need not be members. */
export type LimitsCommand =
  | ({ type: 'OverrideLimits'; reason: string; at: string } & LimitsOverride)
  | { type: 'EndLimitsOverride'; at: string }

type OverrideLimits = Extract<LimitsCommand, { type: 'OverrideLimits' }>

const isGiven = (given: OverrideLimits, present: ActiveTeam['override']): boolean =>
  present !== null &&
  (['sites', 'teamMembers', 'teams', 'reason', 'endsAt'] as const).every((name) => given[name] === present[name])

/** Other limits take the place of those that were given before. Throws 'limits-end-over'. */
export const overrideLimits = ({ teamId, override }: ActiveTeam, command: OverrideLimits): TeamEvent[] => {
  const { sites, teamMembers, teams, reason, endsAt, at } = command
  if (endsAt <= at) throw new RuleBroken('limits-end-over')
  if (isGiven(command, override)) return []
  return [{ type: 'TeamLimitsOverridden', data: { teamId, sites, teamMembers, teams, reason, endsAt } }]
}

export const endLimitsOverride = ({ teamId, override }: ActiveTeam, at: string): TeamEvent[] =>
  override === null || override.endsAt <= at ? [] : [{ type: 'TeamLimitsOverrideEnded', data: { teamId } }]
