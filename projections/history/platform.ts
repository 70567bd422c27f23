import type { AnnouncementEvent } from '#schemas/events/announcement.ts'
import type { InterestEvent } from '#schemas/events/interest.ts'
import type { MessageEvent } from '#schemas/events/message.ts'
import type { SupportEvent } from '#schemas/events/support.ts'
import type { TeamInvitationEvent } from '#schemas/events/team-invitation.ts'
import { changesIn, type LinesOf } from './line.ts'
import { person, told } from './told.ts'

const about = (id: string) => ({ resource: 'platform', id, teamId: null }) as const

type Words = { body: string; actionText: string | null; actionUrl: string | null }
const shown = ({ body, actionText, actionUrl }: Words) => ({
  body: [null, body] as const,
  action_text: [null, actionText] as const,
  action_url: [null, actionUrl] as const,
})

/** What concerns no team yet, or all of them; operators see it. */
export const platformLines: LinesOf<
  AnnouncementEvent | InterestEvent | MessageEvent | SupportEvent | TeamInvitationEvent
> = {
  AnnouncementPublished: ({ data }) => ({
    ...about(data.announcementId),
    summary: told`Published an announcement`,
    changes: changesIn(shown(data)),
    now: { facts: { body: data.body, actionText: data.actionText, actionUrl: data.actionUrl } },
  }),
  AnnouncementEdited: ({ data }, known) => {
    const before = known.record('platform', data.announcementId)?.facts as Words | undefined
    return {
      ...about(data.announcementId),
      summary: told`Changed an announcement`,
      changes: changesIn({
        body: [before?.body, data.body],
        action_text: [before?.actionText, data.actionText],
        action_url: [before?.actionUrl, data.actionUrl],
      }),
      now: { facts: { body: data.body, actionText: data.actionText, actionUrl: data.actionUrl } },
    }
  },
  AnnouncementRemoved: ({ data }) => ({ ...about(data.announcementId), summary: told`Removed an announcement` }),
  TeamInvitationSent: ({ data }) => ({
    ...about(data.teamInvitationId),
    summary: told`Invited ${person(data.teamInvitationId)} to found the team ${data.teamName}`,
    names: [{ id: data.teamInvitationId, name: data.email, of: data.teamInvitationId }],
  }),
  TeamInvitationResent: ({ data }) => ({
    ...about(data.teamInvitationId),
    summary: told`Sent the invitation of ${person(data.teamInvitationId)} to found a team again`,
  }),
  TeamInvitationWithdrawn: ({ data }) => ({
    ...about(data.teamInvitationId),
    summary: told`Withdrew the invitation of ${person(data.teamInvitationId)} to found a team`,
  }),
  TeamInvitationTaken: ({ data }) => ({
    ...about(data.teamInvitationId),
    summary: told`${person(data.userId)} took the invitation to found a team`,
    weight: 1,
  }),
  SupportRequested: ({ data }) => ({
    ...about(data.supportRequestId),
    summary: told`${person(data.userId)} asked for support`,
  }),
  InterestRegistered: ({ data }) => ({
    ...about(data.interestId),
    summary: told`Somebody wants to hear more`,
  }),
  MailSent: null,
  TextSent: null,
  MessageDropped: null,
}
