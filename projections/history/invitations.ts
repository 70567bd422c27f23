import type { TeamEvent } from '#schemas/events/team.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import type { DescriptionsOf } from './description.ts'
import { membershipFields } from './members.ts'
import { changesOf } from './noun.ts'
import { person, sentence } from './sentence.ts'

type Own = 'InvitationSent' | 'InvitationResent' | 'InvitationCancelled' | 'InvitationAccepted' | 'InvitationRejected'

type Data = { invitationId: string; teamId: TeamEvent['data']['teamId'] }
const about = ({ invitationId: id, teamId }: Data) => ({ resource: 'invitations', id, teamId }) as const

export const invitationDescriptions: DescriptionsOf<Extract<TeamEvent, { type: Own }>> = {
  InvitationSent: ({ data }, lookup) => ({
    ...about(data),
    summary: sentence`Invited ${person(data.invitationId)} as ${labelOfRole(data.role)}`,
    changes: changesOf(membershipFields, data, lookup),
    clients: [data.clientId],
    names: [{ id: data.invitationId, name: data.email, of: data.personId }],
  }),
  InvitationResent: ({ data }) => ({
    ...about(data),
    summary: sentence`Sent the invitation of ${person(data.invitationId)} again`,
  }),
  InvitationCancelled: ({ data }) => ({
    ...about(data),
    summary: sentence`Withdrew the invitation of ${person(data.invitationId)}`,
  }),
  // The entry shows the MemberJoined of the same command.
  InvitationAccepted: ({ data }) => ({
    ...about(data),
    summary: sentence`${person(data.userId)} accepted the invitation`,
    weight: 1,
  }),
  InvitationRejected: ({ data }) => ({
    ...about(data),
    summary: sentence`${person(data.userId)} rejected the invitation`,
  }),
}
