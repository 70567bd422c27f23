import { passwordResetToken, textCodeOf } from '#api/adapters/one-time-codes.ts'
import { oauthClientDecider } from '#api/domain/oauth-client.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { oauthClientStream, userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { GrantEnd } from '#schemas/events/oauth-client.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import type { OAuthClientId } from '#schemas/ids.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import { warn } from './account-changes.ts'
import type { Mail, Notice, Text, TextTools } from './message.ts'
import { teamNameOf } from './team-name.ts'

/** 'The app "Phone"'; an app that is gone has no name any more. */
const appCalled = async ({ ledger }: TextTools, clientId: OAuthClientId): Promise<string> => {
  if (clientId === commandLineClient.clientId) return `The app "${commandLineClient.name}"`
  const client = await load(ledger, oauthClientDecider, oauthClientStream(clientId))
  return client.status === 'active' ? `The app "${client.name}"` : 'An app'
}

export const appAuthorized = async ({ data }: Recorded<EventNamed<'OAuthAccessGranted'>>, tools: TextTools) => {
  const app = await appCalled(tools, data.clientId)
  const team = (await teamNameOf(tools.ledger, data.teamId)) ?? ''
  const what = `${app} may act for you in the team ${team} on Siteledger from now on, as far as you have allowed it. You can end that in your settings, under API.`
  return warn(data.userId, tools, 'An app may act for you', what)
}

/** Why an app's access ended, where its user should know; the other ends follow from what they know. */
const reasons: { [End in GrantEnd]?: string } = {
  user: 'It was ended in your settings, or with a new password.',
  'code-replayed': 'It sent a code for the second time, which someone else may have read. You can authorize it again.',
  'token-reused': 'It sent a token for the second time, which someone else may have read. You can authorize it again.',
}

export const appEnded = async ({ data }: Recorded<EventNamed<'OAuthGrantRevoked'>>, tools: TextTools) => {
  const why = reasons[data.by]
  if (why === undefined) return null
  const what = `${await appCalled(tools, data.clientId)} does not act for you on Siteledger any more. ${why}`
  return warn(data.userId, tools, 'The access of an app has ended', what)
}

type Of<Type extends 'ImpersonationStarted' | 'ImpersonationStopped'> = Recorded<EventNamed<Type>>

const isStartOf =
  ({ data: { operatorId }, revision }: Of<'ImpersonationStopped'>) =>
  (event: RecordedEvent): event is Of<'ImpersonationStarted'> & RecordedEvent =>
    event.type === 'ImpersonationStarted' && event.data.operatorId === operatorId && event.revision < revision

/** Tells a user that an operator has worked in their name, and why if they said so (D-64). */
export const impersonationStopped = async (
  event: Of<'ImpersonationStopped'>,
  { ledger }: TextTools,
): Promise<Notice> => {
  const { userId, operatorId } = event.data
  const started = (await ledger.read(userStream(userId))).findLast(isStartOf(event))
  const why = started?.data.reason ? `, because: ${started.data.reason}` : '.'
  const body = `worked in your name as an operator${why}`
  return { userId, icon: 'user', body, action: null, creatorId: operatorId }
}

type Replaced = Recorded<EventNamed<'ResetCodeReplaced'>>

/**
 * Warns a user, who may not have asked for the new code, of a possible attack on their account (D-09). The mail does
 * not contain the code.
 */
export const resetCodeReplaced = async (
  { data: { userId } }: Replaced,
  { ledger, supportEmail }: TextTools,
): Promise<Mail | null> => {
  const user = await load(ledger, userDecider, userStream(userId))
  if (user.status !== 'registered' || user.email === null) return null
  return {
    to: user.email,
    subject: 'Your two-factor reset code was replaced',
    paragraphs: [
      'Our support has made a new reset code for the two-factor authentication of your account. The one before does not work any more.',
      `If you did not ask for it, write to ${supportEmail} at once.`,
    ],
  }
}

export const resetCodeNotice = ({ data: { userId } }: Replaced): Notice => ({
  userId,
  icon: 'key',
  body: 'Your two-factor reset code was replaced by our support. The one before does not work any more.',
  action: { text: 'Your security settings', url: '/settings#/security' },
  creatorId: null,
})

/** The link to set a new password; null when no user has the address. */
export const passwordResetRequested = async (
  { data: { resetId, userId } }: Recorded<EventNamed<'PasswordResetRequested'>>,
  { ledger, digest }: TextTools,
): Promise<Mail | null> => {
  const user = userId && (await load(ledger, userDecider, userStream(userId)))
  if (user?.status !== 'registered' || user.email === null) return null
  return {
    to: user.email,
    subject: 'Set a new password',
    paragraphs: [
      'Someone, probably you, asked for a link to set a new password.',
      'The link is good for one hour and can be used once. If you did not ask for it, do nothing: your password stays as it is.',
    ],
    // The secret follows the '#', so that no server or proxy logs it.
    action: { text: 'Set a new password', path: `/password/reset#${passwordResetToken(digest, resetId)}` },
  }
}

/** The code that proves a phone (D-09). */
export const textCodeRequested = (
  { data: { codeId, phone } }: Recorded<EventNamed<'TextCodeRequested'>>,
  { digest }: TextTools,
): Text | null =>
  phone
    ? {
        to: phone,
        body: `${textCodeOf(digest, codeId)} is your Siteledger code. It is good for 10 minutes. Tell no one.`,
      }
    : null
