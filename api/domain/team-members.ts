import type { TeamEvent } from '#schemas/events/team.ts'
import type { SiteId, UserId } from '#schemas/ids.ts'
import type { Membership } from '#schemas/membership.ts'
import { RuleBroken } from './rule.ts'
import { type ActiveTeam, requireManager } from './team-state.ts'

export type MemberCommand =
  | { type: 'ChangeMember'; userId: UserId; membership: Membership; by: UserId }
  | { type: 'RemoveMember'; userId: UserId; by: UserId }
  /** A site has left its client, or is in the trash. */
  | { type: 'PruneSite'; siteId: SiteId }

type Of<Type extends MemberCommand['type']> = Extract<MemberCommand, { type: Type }>

/** A member whom `by` may change: not the owner, not themselves (ROLE-03 to ROLE-05). */
const changeable = (team: ActiveTeam, userId: UserId, by: UserId): Membership => {
  requireManager(team, by)
  const member = team.members.get(userId)
  if (!member) throw new RuleBroken('member-not-found')
  if (member.role === 'owner' || userId === by) throw new RuleBroken('member-untouchable')
  return member
}

/** Only members are limited to a client, and sites are chosen within a client only (ROLE-06, STATE2-30, STATE2-31). */
export const limited = (membership: Membership): Membership => {
  if (membership.role !== 'member') return { ...membership, clientId: null, siteIds: null }
  return membership.clientId === null ? { ...membership, siteIds: null } : membership
}

const isSame = (left: Membership, right: Membership) => JSON.stringify(left) === JSON.stringify(right)

export const changeMember = (team: ActiveTeam, { userId, membership, by }: Of<'ChangeMember'>): TeamEvent[] => {
  const present = changeable(team, userId, by)
  const wanted = limited(membership)
  if (wanted.role === 'owner') throw new RuleBroken('member-untouchable')
  if (isSame(present, wanted)) return []
  return [{ type: 'MemberChanged', data: { teamId: team.teamId, userId, ...wanted } }]
}

/** Removing oneself is leaving, which everybody but the owner may (D-13). Who is gone already is no error. */
export const removeMember = (team: ActiveTeam, { userId, by }: Of<'RemoveMember'>): TeamEvent[] => {
  const { teamId } = team
  if (userId !== by) {
    changeable(team, userId, by)
    return [{ type: 'MemberRemoved', data: { teamId, userId, removedBy: by } }]
  }
  const member = team.members.get(userId)
  if (!member) throw new RuleBroken('member-not-found')
  if (member.role === 'owner') throw new RuleBroken('owner-cannot-leave')
  return [{ type: 'MemberLeft', data: { teamId, userId } }]
}

/** Whoever sees chosen sites sees the others of them still (D-57). */
export const pruneSite = ({ teamId, members }: ActiveTeam, { siteId }: Of<'PruneSite'>): TeamEvent[] =>
  [...members].flatMap(([userId, { siteIds, ...member }]) => {
    if (!siteIds?.includes(siteId)) return []
    const others = siteIds.filter((id) => id !== siteId)
    return [{ type: 'MemberChanged', data: { teamId, userId, ...member, siteIds: others } } as const]
  })
