import { z } from 'zod'
import { logoTypes, maxLogoBytes } from '#schemas/limits/upload-rules.ts'
import { emailField, nameText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { TeamInvitationId } from '../ids.ts'

/** An operator's invitation to found a team (D-24). */
export const TeamInvitation = z.object({
  id: TeamInvitationId,
  email: z.string().nullable(),
  name: z.string().nullable(),
  team_name: z.string(),
  /** URL of the logo; null without one. */
  logo: z.string().nullable(),
  local_file_name: z.string().nullable(),
  sent_at: z.iso.datetime(),
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

const one = z.object({ id: TeamInvitationId })

export const listTeamInvitations = endpoint('GET /api/kiosk/team-invitations', {
  summary: 'Open invitations to found a team, newest first',
  access: 'operator',
  response: z.array(TeamInvitation),
})

export const sendTeamInvitation = endpoint('POST /api/kiosk/team-invitations', {
  summary: 'Invite someone to found a team',
  access: 'operator',
  transport: { upload: { field: 'logo', maxFiles: 1, types: logoTypes } },
  limits: { maxBytes: maxLogoBytes },
  body: z.object({ email: emailField(), name: nameText(), team_name: nameText('team name') }),
  response: TeamInvitation,
  status: 201,
})

export const resendTeamInvitation = endpoint('POST /api/kiosk/team-invitations/{id}/resend', {
  summary: 'Send an invitation to found a team again',
  access: 'operator',
  params: one,
})

export const withdrawTeamInvitation = endpoint('DELETE /api/kiosk/team-invitations/{id}', {
  summary: 'Take an invitation to found a team back',
  access: 'operator',
  params: one,
})

/** The id is in the body of the bare path, which never deletes all (D-20). */
export const withdrawTeamInvitationByBody = endpoint('DELETE /api/kiosk/team-invitations', {
  summary: 'Take the invitation named in the body back',
  access: 'operator',
  body: z.object({ id: z.string({ error: 'The id field is required.' }).pipe(TeamInvitationId) }),
})

/** The invitation of a mailed link; 404 if it was used or withdrawn. */
export const lookUpTeamInvitation = endpoint('GET /team-invitations/{id}', {
  summary: 'The invitation to found a team that a mailed link means',
  access: 'public',
  params: one,
  response: TeamInvitation.pick({ id: true, email: true, name: true, team_name: true, logo: true }),
})

export const teamInvitationLogo = endpoint('GET /team-invitations/{id}/logo', {
  summary: 'The logo of an invitation to found a team',
  access: 'public',
  params: one,
  response: 'content',
  transport: { content: { types: logoTypes } },
})
