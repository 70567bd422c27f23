import type { InboxEvent } from '#schemas/events/inbox.ts'
import type { PasswordResetEvent } from '#schemas/events/password-reset.ts'
import type { UserEvent } from '#schemas/events/user.ts'
import type { HistoryChange } from '#schemas/resources/history.ts'
import type { LinesOf } from './line.ts'
import { person, told } from './told.ts'

const about = (id: string) => ({ resource: 'users', id, teamId: null }) as const

/** A person's own data: that it changed is told, and not what it is or was. */
const untold = (...fields: readonly string[]): HistoryChange[] =>
  fields.map((field) => ({ field, from: null, to: null }))

/** What people do with their own account. It belongs to no team, so operators see it and nobody else does. */
export const userLines: LinesOf<UserEvent | InboxEvent | PasswordResetEvent> = {
  UserRegistered: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} registered`,
    names: [{ id: data.userId, name: data.name, of: data.userId }],
  }),
  ContactUpdated: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} changed their contact details`,
    changes: untold('name', 'email'),
    names: [{ id: data.userId, name: data.name, of: data.userId }],
  }),
  EmailProofRequested: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} asked for a link that verifies their e-mail address`,
    weight: 1,
  }),
  EmailVerified: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} verified their e-mail address`,
  }),
  PasswordChanged: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} changed their password`,
    changes: untold('password'),
  }),
  SessionsEnded: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} signed out everywhere`,
    weight: 1,
  }),
  TwoFactorStarted: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} began to turn two-factor authentication on`,
  }),
  TwoFactorTurnedOn: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} turned two-factor authentication on`,
  }),
  TwoFactorTurnedOff: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} turned two-factor authentication off`,
  }),
  ResetCodeReplaced: ({ data }) => ({
    ...about(data.userId),
    summary: told`Gave out a new two-factor reset code for ${person(data.userId)}`,
  }),
  TextCodeRequested: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.userId)} asked for a code by text message`,
  }),
  ImpersonationStarted: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.operatorId)} began to work in the name of ${person(data.userId)}`,
  }),
  ImpersonationStopped: ({ data }) => ({
    ...about(data.userId),
    summary: told`${person(data.operatorId)} stopped working in the name of ${person(data.userId)}`,
  }),
  // Teams that were theirs alone are deleted with it, each in its own history.
  PersonErased: ({ data }) => ({ ...about(data.userId), summary: told`Erased a person`, weight: 3 }),
  PasswordResetRequested: ({ data }) => ({
    ...about(data.userId ?? data.resetId),
    summary: data.userId
      ? told`A link to set a new password was asked for, for ${person(data.userId)}`
      : told`A link to set a new password was asked for, for an address that nobody has`,
  }),
  // Nobody's change, or the outcome of what was ordered before.
  UserSignedIn: null,
  TeamChosen: null,
  ErasureFinished: null,
  NotificationSent: null,
  NotificationsRead: null,
  AnnouncementsRead: null,
}
