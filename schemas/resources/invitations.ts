import { z } from 'zod'
import { Role } from '#schemas/rights/ability-schemas.ts'
import { emailField } from '#schemas/text/fields.ts'
import { ShownDate } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId, InvitationId, SiteId, TeamId } from '../ids.ts'
import { limitsShape } from './members.ts'

/** An invitation to join a team (D-24). */
export const Invitation = z.object({
  id: InvitationId,
  email: z.string().nullable(),
  role: Role,
  client_id: ClientId.nullable(),
  all_sites: z.boolean(),
  site_ids: z.array(SiteId),
  team_id: TeamId,
  team_name: z.string(),
  /** The last day of the membership; null where it goes on. */
  ends_at: ShownDate.nullable(),
  expires_at: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

/**
 * An invitation as the invited user sees it. Until they have confirmed their address, it does not say to which team, and
 * cannot be answered (D-99).
 */
export const PendingInvitation = Invitation.extend({ team_id: TeamId.nullable(), team_name: z.string().nullable() })
export type PendingInvitation = z.infer<typeof PendingInvitation>

const invitationCode = z.string().regex(/^[\w-]{40}$/)
const ofTeam = z.object({ id: TeamId })
const one = z.object({ id: InvitationId })

export const listInvitations = endpoint('GET /settings/{teams}/{id}/invitations', {
  summary: 'Invitations of a team that nobody has answered; owner and admins may ask',
  access: 'signed-in',
  params: ofTeam,
  response: z.array(Invitation),
})

export const sendInvitation = endpoint('POST /settings/{teams}/{id}/invitations', {
  summary: 'Invite someone to a team; owner and admins may',
  access: 'signed-in',
  params: ofTeam,
  body: z.object({ email: emailField(), ...limitsShape }),
  response: Invitation,
  status: 201,
})

export const listPendingInvitations = endpoint('GET /settings/invitations/pending', {
  summary: 'Invitations that wait for the signed-in user',
  about: 'Where mails go out, team_id and team_name are null until the user has confirmed their address.',
  access: 'signed-in',
  response: z.array(PendingInvitation),
})

const answer = { access: 'signed-in', params: one } as const

/** The code of the mailed link confirms the user's address, like the link that is mailed for that alone (D-99). */
export const acceptInvitation = endpoint('POST /settings/invitations/{id}/accept', {
  ...answer,
  summary: 'Join the team',
  about: 'Where mails go out, it needs a confirmed address or the code of the mailed link.',
  body: z.object({ code: invitationCode.optional() }),
})

export const rejectInvitation = endpoint('POST /settings/invitations/{id}/reject', {
  ...answer,
  summary: 'Decline an invitation',
})

export const resendInvitation = endpoint('POST /settings/invitations/{id}/resend', {
  ...answer,
  summary: 'Send an invitation again, for another 14 days; owner and admins may',
})

export const cancelInvitation = endpoint('DELETE /settings/invitations/{id}', {
  summary: 'Take an invitation back; owner and admins may',
  access: 'signed-in',
  params: one,
})

/** The invitation of a mailed link; 404 if it has expired or was answered. */
export const lookUpInvitation = endpoint('GET /invitations/{code}', {
  summary: 'The invitation that a mailed link means',
  access: 'public',
  params: z.object({ code: invitationCode }),
  response: z.object({ email: z.string(), team_name: z.string() }),
})
