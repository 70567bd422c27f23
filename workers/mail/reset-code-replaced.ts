import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Letterhead, Mail, Notice } from './message.ts'

type Replaced = Recorded<EventNamed<'ResetCodeReplaced'>>

/** Whoever did not ask for it learns that somebody may be after their account (D-09). The code itself is not mailed. */
export const resetCodeReplaced = async (
  { data: { userId } }: Replaced,
  { ledger, supportEmail }: Letterhead,
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
