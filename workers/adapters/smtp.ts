import { createTransport, type SendMailOptions } from 'nodemailer'
import { type Letter, MessageRefused, type SendLetter } from './letter.ts'

/** Milliseconds to wait for a connection, a greeting, an answer. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** The same letter has the same Message-ID at every try, so that a mailbox can tell a repeat. */
export const mailOptionsOf = ({ id, at, ...letter }: Letter): SendMailOptions => ({
  ...letter,
  date: new Date(at),
  messageId: `<${id}@${letter.from.split('@').at(-1)?.replace(/>$/, '')}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** What nodemailer says of a failure; its message may quote an address, so it goes nowhere. */
type Failure = Error & { code?: string; responseCode?: number; command?: string }

/** A refusal of the recipient or the content holds for ever; one of our sign-in or sender is ours to mend. */
const isFinal = ({ responseCode, command }: Failure): boolean =>
  responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')

/** Sends through a mail server, `smtp://user:password@host:port` or `smtps://...`. */
export const openSmtp = (url: string): { send: SendLetter; close: () => void } => {
  const transport = createTransport({ url, pool: true, ...patience })
  return {
    send: async (letter) => {
      try {
        await transport.sendMail(mailOptionsOf(letter))
      } catch (error) {
        const failure = error as Failure
        const said = `The mail server did not take the mail (${failure.responseCode ?? failure.code ?? 'no answer'})`
        throw isFinal(failure) ? new MessageRefused(said) : new Error(said)
      }
    },
    close: () => transport.close(),
  }
}
