import { test } from 'vitest'
import { teamInvitationDecider } from '#api/domain/team-invitation.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newTeamInvitationId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(teamInvitationDecider)
const teamInvitationId = newTeamInvitationId()
const invitation = { teamInvitationId, email: 'jo@example.com', name: 'Jo', teamName: 'North West', logo: null }
const sent = { type: 'TeamInvitationSent', data: invitation } as const
const withdrawn = { type: 'TeamInvitationWithdrawn', data: { teamInvitationId } } as const
const accept = { type: 'AcceptTeamInvitation', teamInvitationId, userId: newUserId(), teamId: newTeamId() } as const
const { type: _, ...acceptance } = accept
const accepted = { type: 'TeamInvitationTaken', data: acceptance } as const

test('an operator’s invitation is sent once, and again on demand', () => {
  given().decides({ type: 'SendTeamInvitation', invitation }, sent)
  given(sent).refuses({ type: 'SendTeamInvitation', invitation }, 'id-taken')
  given(sent).decides(
    { type: 'ResendTeamInvitation', teamInvitationId },
    { type: 'TeamInvitationResent', data: { teamInvitationId } },
  )
})

test('it is accepted by one team', () => {
  given(sent).decides(accept, accepted)
  given(sent, accepted).refuses(accept, 'invitation-not-found')
})

test('one that was withdrawn or never sent is nothing', () => {
  given(sent).decides({ type: 'WithdrawTeamInvitation', teamInvitationId }, withdrawn)
  given(sent, withdrawn).refuses(accept, 'invitation-not-found')
  given().refuses(accept, 'invitation-not-found')
})
