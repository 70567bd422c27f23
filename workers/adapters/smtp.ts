import { createTransport, type SendMailOptions } from 'nodemailer'
import { isLoopback } from '#api/adapters/loopback.ts'
import { type Attachment, MessageRefused, type OutgoingMail, type SendMail } from './outgoing.ts'

/** Timeouts for a connection, a greeting and an answer, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

const fileOf = ({ name, type, content }: Attachment) => ({
  filename: name,
  contentType: type,
  content: Buffer.from(content),
})

/** A mail has the same Message-ID at every try, so that a mailbox recognises a repeat. */
export const mailOptionsOf = ({ id, at, attachment, ...mail }: OutgoingMail): SendMailOptions => ({
  ...mail,
  ...(attachment && { attachments: [fileOf(attachment)] }),
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

/**
 * Whether a connection that begins in clear must become an encrypted one before anything is said: to every other machine,
 * since mails hold links that open accounts, unless the address itself says `?requireTLS=false`.
 */
const mustEncrypt = (url: string): boolean =>
  url.startsWith('smtp:') && !isLoopback(url) && !new URL(url).searchParams.has('requireTLS')

const reasonOf = ({ code, command, responseCode }: Failure): string =>
  code === 'ETLS' || command === 'STARTTLS'
    ? 'it does not encrypt, which ?requireTLS=false in MAIL_URL would allow'
    : String(responseCode ?? code ?? 'no answer')

/** Sends through a mail server, `smtp://user:password@host:port` or `smtps://...`. */
export const openSmtp = (url: string): { send: SendMail; close: () => void } => {
  const transport = createTransport({ url, pool: true, ...timeouts, ...(mustEncrypt(url) && { requireTLS: true }) })
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(mailOptionsOf(mail))
      } catch (error) {
        const failure = error as Failure
        const text = `The mail server did not take the mail (${reasonOf(failure)})`
        throw isFinal(failure) ? new MessageRefused(text) : new Error(text)
      }
    },
    close: () => transport.close(),
  }
}
