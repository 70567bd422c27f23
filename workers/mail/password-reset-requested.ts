import { passwordResetToken } from '#api/adapters/one-time-codes.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, TextTools } from './message.ts'

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
