import type { TeamEvent } from '#schemas/events/team.ts'
import { labelOfRole } from '#schemas/resources/members.ts'
import { changesIn, type LinesOf } from './line.ts'
import { limitsOf } from './members.ts'
import { person, told } from './told.ts'

type Own = 'InvitationSent' | 'InvitationResent' | 'InvitationCancelled' | 'InvitationAccepted' | 'InvitationRejected'

type Data = { invitationId: string; teamId: TeamEvent['data']['teamId'] }
const about = ({ invitationId: id, teamId }: Data) => ({ resource: 'invitations', id, teamId }) as const

export const invitationLines: LinesOf<Extract<TeamEvent, { type: Own }>> = {
  InvitationSent: ({ data }, known) => {
    const { client, sites } = limitsOf(known, data)
    return {
      ...about(data),
      summary: told`Invited ${person(data.invitationId)} as ${labelOfRole(data.role)}`,
      changes: changesIn({ role: [null, labelOfRole(data.role)], client: [null, client], sites: [null, sites] }),
      clients: [data.clientId],
      names: [{ id: data.invitationId, name: data.email, of: data.personId }],
    }
  },
  InvitationResent: ({ data }) => ({
    ...about(data),
    summary: told`Sent the invitation of ${person(data.invitationId)} again`,
  }),
  InvitationCancelled: ({ data }) => ({
    ...about(data),
    summary: told`Withdrew the invitation of ${person(data.invitationId)}`,
  }),
  // They become a member by it: that is told.
  InvitationAccepted: ({ data }) => ({
    ...about(data),
    summary: told`${person(data.userId)} accepted the invitation`,
    weight: 1,
  }),
  InvitationRejected: ({ data }) => ({ ...about(data), summary: told`${person(data.userId)} rejected the invitation` }),
}
