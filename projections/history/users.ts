import type { EventMetadata } from '#schemas/event.ts'
import type { CalendarFeedEvent } from '#schemas/events/calendar-feed.ts'
import type { ExpiryReminderEvent } from '#schemas/events/expiry-reminder.ts'
import type { InboxEvent } from '#schemas/events/inbox.ts'
import type { PictureEvent, PictureOwner } from '#schemas/events/picture.ts'
import type { ListLookEvent } from '#schemas/events/saved-view.ts'
import type { PasswordResetEvent, UserEvent } from '#schemas/events/user.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { HistoryChange } from '#schemas/resources/history.ts'
import type { Description, DescriptionsOf } from './description.ts'
import { person, type Sentence, sentence } from './sentence.ts'

const about = (id: string, summary: Sentence) => ({ resource: 'users', id, teamId: null, summary }) as const

/** What an operator does in a user's name is told to the team in which the user works, and to that user. */
const session = ({ userId, teamId }: { userId: UserId; teamId: TeamId | null }, summary: Sentence) =>
  ({ resource: 'platform', id: userId, teamId, summary, also: [{ resource: 'users', id: userId }] }) as const

/** Personal fields: the entry says that they changed, and not what they are or were. */
const withoutValues = (...fields: readonly string[]): HistoryChange[] =>
  fields.map((field) => ({ field, from: null, to: null }))

/** Whether somebody else did it, as an operator does for a user. */
const isByOther = ({ userId }: { userId: UserId }, { actor }: EventMetadata): boolean =>
  actor !== null && actor !== userId

/** Pictures of users and teams. Clients and sites have an event of their own for theirs. */
const lineOf = (owner: PictureOwner): Description => {
  if (owner.kind === 'team') {
    return {
      resource: 'teams',
      id: owner.id,
      teamId: owner.id,
      summary: sentence`Gave the team a new photo`,
      weight: 1,
    }
  }
  return about(owner.id, sentence`${person(owner.id)} chose a new photo`)
}

/** Changes of people's own accounts. They belong to no team, so only operators see them. */
export const userDescriptions: DescriptionsOf<
  UserEvent | InboxEvent | ListLookEvent | PasswordResetEvent | CalendarFeedEvent | ExpiryReminderEvent | PictureEvent
> = {
  ExpiryRemindersChosen: ({ data }) =>
    about(data.userId, sentence`${person(data.userId)} changed when they are reminded of what expires`),
  CheckpointMailChosen: ({ data: { userId, daily } }) =>
    about(
      userId,
      daily
        ? sentence`${person(userId)} asked for checkpoints of the log by mail`
        : sentence`${person(userId)} turned off checkpoints by mail`,
    ),
  ExpiryReminded: null,
  CalendarFeedMade: ({ data }) => about(data.userId, sentence`${person(data.userId)} made a calendar feed`),
  CalendarFeedEnded: ({ data }) => about(data.userId, sentence`${person(data.userId)} ended their calendar feed`),
  UserRegistered: ({ data }) => ({
    ...about(data.userId, sentence`${person(data.userId)} registered`),
    names: [{ id: data.userId, name: data.name, of: data.userId }],
  }),
  ContactUpdated: ({ data }) => ({
    ...about(data.userId, sentence`${person(data.userId)} changed their contact details`),
    changes: withoutValues('name', 'email'),
    names: [{ id: data.userId, name: data.name, of: data.userId }],
  }),
  EmailChangeRequested: ({ data }) => ({
    ...about(data.userId, sentence`${person(data.userId)} asked for a link that changes their e-mail address`),
    weight: 1,
  }),
  EmailChangeDropped: ({ data }) => ({
    ...about(data.userId, sentence`${person(data.userId)} kept their e-mail address`),
    weight: 1,
  }),
  EmailProofRequested: ({ data, metadata }) => ({
    ...about(
      data.userId,
      isByOther(data, metadata)
        ? sentence`Sent ${person(data.userId)} a link that verifies their e-mail address`
        : sentence`${person(data.userId)} asked for a link that verifies their e-mail address`,
    ),
    weight: 1,
  }),
  EmailVerified: ({ data, metadata }) => ({
    ...about(
      data.userId,
      isByOther(data, metadata)
        ? sentence`Verified the e-mail address of ${person(data.userId)}`
        : sentence`${person(data.userId)} verified their e-mail address`,
    ),
  }),
  PasswordChanged: ({ data }) => ({
    ...about(data.userId, sentence`${person(data.userId)} changed their password`),
    changes: withoutValues('password'),
  }),
  SessionsEnded: ({ data, metadata }) => ({
    ...about(
      data.userId,
      metadata.actor === data.userId
        ? sentence`${person(data.userId)} signed out everywhere`
        : sentence`Signed ${person(data.userId)} out everywhere`,
    ),
    weight: 1,
  }),
  TwoFactorStarted: ({ data }) =>
    about(data.userId, sentence`${person(data.userId)} began to turn two-factor authentication on`),
  TwoFactorTurnedOn: ({ data }) =>
    about(data.userId, sentence`${person(data.userId)} turned two-factor authentication on`),
  TwoFactorTurnedOff: ({ data }) =>
    about(data.userId, sentence`${person(data.userId)} turned two-factor authentication off`),
  ResetCodeReplaced: ({ data }) =>
    about(data.userId, sentence`Gave out a new two-factor reset code for ${person(data.userId)}`),
  TextCodeRequested: ({ data }) =>
    about(data.userId, sentence`${person(data.userId)} asked for a code by text message`),
  ImpersonationStarted: ({ id, data }) => {
    const { userId, operatorId, reason } = data
    const began = sentence`${person(operatorId)} began to work in the name of ${person(userId)}`
    if (reason === null) return session(data, began)
    // It may say something about the user, so it is stored and erased as their name is.
    return {
      ...session(data, sentence`${began}, because: ${person(id)}`),
      names: [{ id, name: reason, of: userId }],
    }
  },
  ImpersonationStopped: ({ data }) =>
    session(data, sentence`${person(data.operatorId)} stopped working in the name of ${person(data.userId)}`),
  // Teams without another owner are deleted with it; each has its own entry.
  PersonErased: ({ data }) => ({ ...about(data.userId, sentence`Erased a person`), weight: 3 }),
  PasswordResetRequested: ({ data }) =>
    about(
      data.userId ?? data.resetId,
      data.userId
        ? sentence`A link to set a new password was asked for, for ${person(data.userId)}`
        : sentence`A link to set a new password was asked for, for an address that nobody has`,
    ),
  // These are nobody's change, or the outcome of an earlier order.
  UserSignedIn: null,
  PasswordRehashed: null,
  IdentityConfirmed: null,
  TeamChosen: null,
  ErasureFinished: null,
  NotificationSent: null,
  NotificationsRead: null,
  AnnouncementsRead: null,
  // How somebody looks at lists changes nothing that others see.
  ListLookChosen: null,
  PictureUploaded: ({ data }) => lineOf(data.owner),
  PictureCropped: null,
  PictureRefused: null,
}
