import { test } from 'vitest'
import { teamInvitationDecider } from '#api/domain/team-invitation.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newTeamInvitationId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(teamInvitationDecider)
const teamInvitationId = newTeamInvitationId()
const invitation = { teamInvitationId, email: 'jo@example.com', name: 'Jo', teamName: 'North West', logo: null }
const sent = { type: 'TeamInvitationSent', data: invitation } as const
const withdrawn = { type: 'TeamInvitationWithdrawn', data: { teamInvitationId } } as const
const take = { type: 'TakeTeamInvitation', teamInvitationId, userId: newUserId(), teamId: newTeamId() } as const
const { type: _, ...taking } = take
const taken = { type: 'TeamInvitationTaken', data: taking } as const

test('an operator’s invitation is sent once, and again on demand', () => {
  given().when({ type: 'SendTeamInvitation', invitation }).then(sent)
  given(sent).when({ type: 'SendTeamInvitation', invitation }).thenBreaks('id-taken')
  given(sent)
    .when({ type: 'ResendTeamInvitation', teamInvitationId })
    .then({ type: 'TeamInvitationResent', data: { teamInvitationId } })
})

test('it is taken by one team', () => {
  given(sent).when(take).then(taken)
  given(sent, taken).when(take).thenBreaks('invitation-not-found')
})

test('one that was taken back or never sent is nothing', () => {
  given(sent).when({ type: 'WithdrawTeamInvitation', teamInvitationId }).then(withdrawn)
  given(sent, withdrawn).when(take).thenBreaks('invitation-not-found')
  given().when(take).thenBreaks('invitation-not-found')
})
