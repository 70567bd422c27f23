import type { AnnouncementEvent } from '#schemas/events/announcement.ts'
import type { BillingComparisonEvent } from '#schemas/events/billing-comparison.ts'
import type { MessageEvent } from '#schemas/events/inbox.ts'
import type { InterestEvent, SupportEvent } from '#schemas/events/interest.ts'
import type { NotaryEvent, OperationEvent } from '#schemas/events/operation.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { TeamInvitationEvent } from '#schemas/events/team-invitation.ts'
import { counted } from '#schemas/text/counted.ts'
import type { DescriptionsOf } from './description.ts'
import { text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { count, listed, person, type Sentence, sentence } from './sentence.ts'

const about = (id: string, summary: Sentence) => ({ resource: 'platform', id, teamId: null, summary }) as const

const announcement = describeNoun({
  resource: 'platform',
  id: 'announcementId',
  one: 'announcement',
  several: 'announcements',
  events: ['AnnouncementPublished', 'AnnouncementEdited'],
  subject: () => ['an announcement'],
  fields: { body: text('text'), action_text: text('action text'), action_url: text('action address') },
})

/** An operator's change of a read model or a queue. */
const operated: Record<EventNamed<'PlatformOperated'>['data']['action'], (subject: string) => Sentence> = {
  rebuild: (name) => sentence`Started to rebuild the read model ${name}`,
  swap: (name) => sentence`Put the rebuilt read model ${name} in place`,
  'roll-back': (name) => sentence`Put the former read model ${name} back`,
  discard: (name) => sentence`Gave up the rebuild of the read model ${name}`,
  replay: (name) => sentence`Started to compute the ${name} from the log again`,
  retry: (name) => sentence`Put failed jobs of the queue ${name} back in line`,
}

/** Events without a team, or of all teams; only operators see them. */
export const platformDescriptions: DescriptionsOf<
  | AnnouncementEvent
  | BillingComparisonEvent
  | InterestEvent
  | MessageEvent
  | NotaryEvent
  | OperationEvent
  | SupportEvent
  | TeamInvitationEvent
> = {
  AnnouncementPublished: (event, lookup) => ({
    ...announcement.added(event, lookup),
    summary: sentence`Published an announcement`,
    several: sentence`Published ${count} announcements`,
  }),
  AnnouncementEdited: announcement.changed,
  AnnouncementRemoved: ({ data }) => about(data.announcementId, sentence`Removed an announcement`),
  TeamInvitationSent: ({ data }) => ({
    ...about(
      data.teamInvitationId,
      sentence`Invited ${person(data.teamInvitationId)} to found the team ${data.teamName}`,
    ),
    names: [{ id: data.teamInvitationId, name: data.email, of: data.teamInvitationId }],
  }),
  TeamInvitationResent: ({ data }) =>
    about(
      data.teamInvitationId,
      sentence`Sent the invitation of ${person(data.teamInvitationId)} to found a team again`,
    ),
  TeamInvitationWithdrawn: ({ data }) =>
    about(data.teamInvitationId, sentence`Withdrew the invitation of ${person(data.teamInvitationId)} to found a team`),
  TeamInvitationTaken: ({ data }) => ({
    ...about(data.teamInvitationId, sentence`${person(data.userId)} took the invitation to found a team`),
    weight: 1,
  }),
  SupportRequested: ({ data }) => about(data.supportRequestId, sentence`${person(data.userId)} asked for support`),
  InterestRegistered: ({ data }) => about(data.interestId, sentence`Somebody wants to hear more`),
  EventSkipped: ({ data: { position, eventId, type, readModels } }) =>
    about(eventId, sentence`Let ${listed(readModels)} go on without ${type}, position ${position} of the log`),
  BillingComparisonOrdered: ({ data }) =>
    about(data.comparisonId, sentence`Compared the payment provider with the log`),
  BillingCompared: null,
  PlatformOperated: ({ data: { action, subject } }) => about(subject, operated[action](subject)),
  NotaryKeyChanged: ({ data: { n } }) => ({
    ...about('notary', sentence`Gave the notary of the log its key no. ${String(n)}`),
    changes: [{ field: 'key', from: null, to: null }],
  }),
  NotaryBegunAnew: ({ data: { reason, signed, found } }) =>
    about(
      'notary',
      sentence`Let the notary begin anew, as the log has ${counted(found, 'event')} and ${String(signed)} were signed: ${reason}`,
    ),
  CheckpointPublished: ({ data: { size, to } }) =>
    about('notary', sentence`Published the checkpoint of ${counted(size, 'event')}: ${to}`),
  QueuePaused: ({ data: { queue } }) => about(queue, sentence`Paused the queue ${queue}`),
  QueueResumed: ({ data: { queue } }) => about(queue, sentence`Let the queue ${queue} go on`),
  MailSent: null,
  TextSent: null,
  MessageDropped: null,
}
