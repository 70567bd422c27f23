import { createTransport, type SendMailOptions } from 'nodemailer'
import { MessageRefused, type OutgoingMail, type SendMail } from './outgoing.ts'

/** Timeouts for a connection, a greeting and an answer, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A mail has the same Message-ID at every try, so that a mailbox recognises a repeat. */
export const mailOptionsOf = ({ id, at, ...mail }: OutgoingMail): SendMailOptions => ({
  ...mail,
  date: new Date(at),
  messageId: `<${id}@${mail.from.split('@').at(-1)?.replace(/>$/, '')}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The fields of nodemailer's errors that may be logged; the message is left out, since it may quote an address. */
type Failure = Error & { code?: string; responseCode?: number; command?: string }

/**
 * A refusal of the recipient or the content is permanent; one of our credentials or sender is a configuration error.
 */
const isFinal = ({ responseCode, command }: Failure): boolean =>
  responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')

/** Sends through a mail server, `smtp://user:password@host:port` or `smtps://...`. */
export const openSmtp = (url: string): { send: SendMail; close: () => void } => {
  const transport = createTransport({ url, pool: true, ...timeouts })
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(mailOptionsOf(mail))
      } catch (error) {
        const failure = error as Failure
        const text = `The mail server did not take the mail (${failure.responseCode ?? failure.code ?? 'no answer'})`
        throw isFinal(failure) ? new MessageRefused(text) : new Error(text)
      }
    },
    close: () => transport.close(),
  }
}
