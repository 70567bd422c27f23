import type { TeamInvitationEvent } from '#schemas/events/team-invitation.ts'
import type { TeamId, TeamInvitationId, UserId } from '#schemas/ids.ts'
import { type Decider, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Sent = Extract<TeamInvitationEvent, { type: 'TeamInvitationSent' }>['data']

export type TeamInvitation = { status: 'none' | 'closed' } | ({ status: 'open' } & Sent)

export type TeamInvitationCommand =
  | { type: 'SendTeamInvitation'; invitation: Sent }
  | { type: 'ResendTeamInvitation'; teamInvitationId: TeamInvitationId }
  | { type: 'WithdrawTeamInvitation'; teamInvitationId: TeamInvitationId }
  | { type: 'AcceptTeamInvitation'; teamInvitationId: TeamInvitationId; userId: UserId; teamId: TeamId }

const initialState: TeamInvitation = { status: 'none' }

const evolve = evolveBy<TeamInvitation, TeamInvitationEvent>({
  TeamInvitationSent: (_state, data) => ({ status: 'open', ...data }),
  TeamInvitationResent: (invitation) => invitation,
  TeamInvitationWithdrawn: () => ({ status: 'closed' }),
  TeamInvitationTaken: () => ({ status: 'closed' }),
})

const decide = (invitation: TeamInvitation, command: TeamInvitationCommand): TeamInvitationEvent[] => {
  if (command.type === 'SendTeamInvitation') {
    if (invitation.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'TeamInvitationSent', data: command.invitation }]
  }
  if (invitation.status !== 'open') throw new RuleBroken('invitation-not-found')
  const { teamInvitationId } = command
  switch (command.type) {
    case 'ResendTeamInvitation':
      return [{ type: 'TeamInvitationResent', data: { teamInvitationId } }]
    case 'WithdrawTeamInvitation':
      return [{ type: 'TeamInvitationWithdrawn', data: { teamInvitationId } }]
    case 'AcceptTeamInvitation': {
      const { userId, teamId } = command
      return [{ type: 'TeamInvitationTaken', data: { teamInvitationId, userId, teamId } }]
    }
    default:
      command satisfies never
      return []
  }
}

/** An operator's invitation to create a team; it can be used once. */
export const teamInvitationDecider: Decider<TeamInvitation, TeamInvitationCommand, TeamInvitationEvent> = {
  initialState,
  evolve,
  decide,
}
