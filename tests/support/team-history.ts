import type { TeamEvent } from '#schemas/events/team.ts'
import type { InvitationId, TeamId, UserId } from '#schemas/ids.ts'
import type { Role } from '#schemas/rights/abilities.ts'
import { type Membership, plainMembership } from '#schemas/rights/membership.ts'

/** Past events of a team with an owner, an admin and a member, for decider tests. */
export const pastOf = (team: { teamId: TeamId; ownerId: UserId }) => {
  const { teamId } = team
  const joined = (userId: UserId, role: Role, limits: Partial<Membership> = {}): TeamEvent => ({
    type: 'MemberJoined',
    data: { teamId, userId, ...plainMembership(role), ...limits },
  })
  const created: TeamEvent = {
    type: 'TeamCreated',
    data: { ...team, name: 'North West', slug: 'north-west', trialEndsAt: '2026-04-10T10:00:00.000Z' },
  }
  const invited = (invitationId: InvitationId, email: string, changes: object = {}): TeamEvent => ({
    type: 'InvitationSent',
    data: {
      teamId,
      invitationId,
      personId: invitationId,
      inviteeId: null,
      email,
      code: 'c'.repeat(40),
      role: 'member',
      clientId: null,
      siteIds: null,
      endsAt: null,
      expiresAt: '2026-04-15T10:00:00.000Z',
      ...changes,
    },
  })
  return { created, joined, invited, started: [created, joined(team.ownerId, 'owner')] }
}
