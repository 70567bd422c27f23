import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, Notice, TextTools } from './message.ts'

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
