import type { Logger } from 'pino'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { OpenErasure } from '#projections/sweeps/open-erasures.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { SendMail } from '#workers/adapters/outgoing.ts'
import { layOut } from '#workers/mail/layout.ts'

export type FarewellTools = {
  ledger: Pick<Ledger, 'read'>
  mail: SendMail
  appUrl: string
  mailFrom: string
  supportEmail: string
  log: Pick<Logger, 'warn'>
}

const addressIn = ({ type, data }: RecordedEvent): string | null =>
  type === 'UserRegistered' || type === 'ContactUpdated' ? data.email : null

/**
 * Tells a person by mail that their account was deleted, in case they did not do it (D-100). It is no job as other mails
 * are: nobody can read the address any more once the keys are destroyed, after which this does nothing. One try, so that
 * an unreachable mail server does not delay the erasure; a mail that is repeated after a crash has the same id.
 */
export const farewell =
  ({ ledger, mail, appUrl, mailFrom, supportEmail, log }: FarewellTools) =>
  async ({ userId, eventId }: OpenErasure): Promise<void> => {
    const events = await ledger.read(userStream(userId))
    const to = events.flatMap((event) => addressIn(event) ?? []).at(-1)
    const erased = events.find(({ id }) => id === eventId)
    if (to === undefined || !erased) return
    const subject = 'Your account was deleted'
    const paragraphs = [
      'Your account with Siteledger was deleted, with your name and your address. No one can sign in to it any more.',
      `If it was not you, write to ${supportEmail} at once.`,
    ]
    const letter = { to, subject, paragraphs }
    const { at } = erased.metadata
    try {
      await mail({ id: eventId, at, from: `Siteledger <${mailFrom}>`, to, subject, ...layOut(letter, appUrl) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ error: reason }, 'message about a deleted account failed')
    }
  }
