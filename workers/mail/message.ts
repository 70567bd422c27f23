import type { Ledger } from '#api/event-store/ledger.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Channel } from '#schemas/jobs/send-message.ts'
import type { Attachment } from '../adapters/outgoing.ts'

/**
 * The content of a mail; layout.ts makes HTML and plain text of it. `facts` are a table of names and values below the
 * first paragraph. `path` is a page of this installation.
 */
export type Mail = {
  to: string
  replyTo?: string
  subject: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [string, string])[]
  action?: { text: string; path: `/${string}` }
  /** A link below it, for who wants no such mail. */
  off?: { text: string; path: `/${string}` }
  attachment?: Attachment
}

/** Milliseconds after which a message is dropped, three days: its links have expired and its news is old. */
export const newsFor = 3 * 24 * 60 * 60 * 1000

/** A text message; `to` is a number with its country code, such as +447700900123. */
export type Text = { to: string; body: string }

/** A notification in the product; `action.url` is a path of this origin. */
export type Notice = {
  userId: UserId
  icon: string
  body: string
  action: { text: string; url: string } | null
  /** The person who caused it, if one did. */
  creatorId: UserId | null
}

/** The message, by channel. */
export type Composed = { mail: Mail; text: Text; notification: Notice } & Record<Channel, unknown>

/** Dependencies of message texts: the support address, the log for names, and the derivation of codes. */
export type TextTools = {
  supportEmail: string
  /** The path segment of teams (TEAM_WORD_PLURAL). */
  teamWord: string
  /** For the names of plans; events know their ids. */
  plans: readonly Plan[]
  /** Whether only a user with a verified address learns which team invites them (D-99). */
  mustBeVerified: boolean
  ledger: Pick<Ledger, 'read'>
  digest: (purpose: string, text: string) => string
}
