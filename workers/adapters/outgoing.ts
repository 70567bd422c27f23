/** A file that goes with a mail; `type` is its media type. */
export type Attachment = { name: string; type: string; content: Uint8Array }

/** An outgoing mail. `id` is that of the event that asked for it, `at` its UTC instant. */
export type OutgoingMail = {
  id: string
  at: string
  from: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  attachment?: Attachment
}

/** An outgoing text message, with the `id` and `at` of its event. */
export type OutgoingText = { id: string; at: string; to: string; body: string }

/** The recipient's side refuses this message permanently; a retry is useless. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
}

export type SendMail = (mail: OutgoingMail) => Promise<void>
export type SendText = (message: OutgoingText) => Promise<void>
