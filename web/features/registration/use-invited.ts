import { useQuery } from '@tanstack/react-query'
import { lookUpInvitation } from '#schemas/resources/invitations.ts'
import { lookUpTeamInvitation } from '#schemas/resources/team-invitations.ts'
import type { InvitationLinks } from '#web/features/registration/invitation-links.ts'
import type { Invited } from '#web/features/registration/registration-values.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The state of the lookup of an invitation; `invalid` when the lookup failed. */
type Lookup = { state: 'waiting' } | { state: 'known'; invited: Invited } | { state: 'invalid' }

const failed = (error: Error | null): boolean => error instanceof ApiProblem && error.status !== 0

/** Looks up the invitation of either kind that the page was opened with. */
export const useInvited = ({ invitation: code, 'team-invitation': id }: InvitationLinks): Lookup => {
  const joining = useQuery({ ...oneQuery(lookUpInvitation, { code: code ?? '' }), enabled: code !== undefined })
  const founding = useQuery({ ...oneQuery(lookUpTeamInvitation, { id: id ?? '' }), enabled: id !== undefined })
  if (code !== undefined) {
    if (failed(joining.error)) return { state: 'invalid' }
    if (!joining.data) return { state: 'waiting' }
    const { email, team_name: team } = joining.data
    return { state: 'known', invited: { email, invitation: { code, team } } }
  }
  if (id === undefined) return { state: 'known', invited: {} }
  if (failed(founding.error)) return { state: 'invalid' }
  if (!founding.data) return { state: 'waiting' }
  const { name, email, team_name: team } = founding.data
  return { state: 'known', invited: { name: name ?? '', email: email ?? '', team, teamInvitation: id } }
}
