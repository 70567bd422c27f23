import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, TextTools } from './message.ts'

const mailFor = ({
  teamInvitationId,
  email,
  name,
  teamName,
}: EventNamed<'TeamInvitationSent'>['data']): Mail | null => {
  if (email === null) return null
  return {
    to: email,
    subject: `Set up ${teamName} on Siteledger`,
    paragraphs: [
      `Hello${name ? ` ${name}` : ''},`,
      `you are invited to set up the team ${teamName} on Siteledger, where clients, sites and visits keep their documents.`,
    ],
    action: { text: 'Set up the team', path: `/register#team-invitation=${teamInvitationId}` },
  }
}

/** Invites somebody to found a team (D-24). */
export const teamInvitationSent = ({ data }: Recorded<EventNamed<'TeamInvitationSent'>>): Mail | null => mailFor(data)

export const teamInvitationResent = async (
  { stream }: Recorded<EventNamed<'TeamInvitationResent'>>,
  { ledger }: TextTools,
): Promise<Mail | null> => {
  for (const { type, data } of await ledger.read(stream)) if (type === 'TeamInvitationSent') return mailFor(data)
  return null
}
