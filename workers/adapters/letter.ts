/** A mail as it goes out. `id` is that of the event that asked for it, `at` its UTC instant. */
export type Letter = {
  id: string
  at: string
  from: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
}

/** A text message as it goes out, known by the same two. */
export type ShortMessage = { id: string; at: string; to: string; body: string }

/** The other side will never take this message; trying again is of no use. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
}

export type SendLetter = (letter: Letter) => Promise<void>
export type SendShortMessage = (message: ShortMessage) => Promise<void>
