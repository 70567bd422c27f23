import { KeyDestroyed } from '#api/adapters/key-store.ts'
import { inboxDecider } from '#api/domain/inbox.ts'
import { messageDecider } from '#api/domain/message.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { inboxStream, messageStream } from '#api/event-store/streams.ts'
import type { MessageEvent } from '#schemas/events/inbox.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { CommandId, NotificationId } from '#schemas/ids.ts'
import { type Channel, channels, type SendMessage, sendMessage } from '#schemas/jobs/send-message.ts'
import { type JobHandler, jobHandler } from '#workers/queues/worker.ts'
import { MessageRefused, type SendMail, type SendText } from '../adapters/outgoing.ts'
import { causedBy } from '../command-context.ts'
import { layOut } from '../mail/layout.ts'
import { type Composed, newsFor, type TextTools } from '../mail/message.ts'
import { compose } from '../mail/registry.ts'

/** Dependencies of the job. `appUrl` starts every link, `mailFrom` is the sender of mails. */
export type MessageTools = TextTools & {
  ledger: Ledger
  mail: SendMail
  text: SendText
  appUrl: string
  mailFrom: string
  now: () => Date
}

/** Messages that this process sends at once, per channel. */
const atOnce = 5

const eventOf = async (ledger: Ledger, { eventId, stream }: SendMessage): Promise<RecordedEvent> => {
  const event = (await ledger.read(stream)).find(({ id }) => id === eventId)
  if (!event) throw new Error(`The event ${eventId} is not in ${stream}`)
  return event
}

/** Sends on one channel; returns the event that records it, undefined when the sending is an event itself. */
type Deliver<Way extends Channel> = (
  tools: MessageTools,
  event: RecordedEvent,
  message: Composed[Way],
) => Promise<MessageEvent | undefined>

const deliver: { [Way in Channel]: Deliver<Way> } = {
  mail: async ({ mail, appUrl, mailFrom }, { id, metadata: { at } }, message) => {
    const { to, replyTo, subject, attachment } = message
    const letter = { id, at, from: `Siteledger <${mailFrom}>`, to, subject, ...layOut(message, appUrl) }
    await mail({ ...letter, ...(replyTo ? { replyTo } : {}), ...(attachment ? { attachment } : {}) })
    return { type: 'MailSent', data: { askedBy: id } }
  },

  text: async ({ text }, { id, metadata: { at } }, message) => {
    await text({ id, at, ...message })
    return { type: 'TextSent', data: { askedBy: id } }
  },

  notification: async ({ ledger, now }, event, { action, ...notice }) => {
    const notificationId = NotificationId.parse(idMadeBy(CommandId.parse(event.id), 'notification'))
    const shown = { action_text: action?.text ?? null, action_url: action?.url ?? null }
    const notification = { ...notice, ...shown, notificationId, askedBy: event.id }
    const context = causedBy(event, sendMessage.notification.name, now())
    await handle(ledger, inboxDecider, inboxStream(notice.userId), { type: 'SendNotification', notification }, context)
    return undefined
  },
}

/** The outcome of a message; undefined if an event records it already. */
const outcomeOf = async <Way extends Channel>(
  channel: Way,
  event: RecordedEvent,
  tools: MessageTools,
): Promise<MessageEvent | undefined> => {
  const dropped = (reason: 'nobody' | 'too-old' | 'refused'): MessageEvent => ({
    type: 'MessageDropped',
    data: { askedBy: event.id, channel, reason },
  })
  if (tools.now().getTime() - Date.parse(event.metadata.at) > newsFor) return dropped('too-old')
  const message = await compose(channel, event, tools)
  if (message === null) return dropped('nobody')
  try {
    return await deliver[channel](tools, event, message)
  } catch (error) {
    if (error instanceof MessageRefused) return dropped('refused')
    // An erased person cannot be notified.
    if (error instanceof KeyDestroyed) return dropped('nobody')
    throw error
  }
}

/**
 * Sends the message that an event asks for, and records it. Running twice is safe: a message that is settled in the log
 * is not sent again. Only a crash between the sending and its record repeats a message, which then has the same id.
 */
export const sendMessageJobs = (tools: MessageTools): readonly JobHandler[] =>
  channels.map((channel) =>
    jobHandler({
      contract: sendMessage[channel],
      concurrency: atOnce,
      run: async (job) => {
        const stream = messageStream(channel, job.eventId)
        if ((await load(tools.ledger, messageDecider, stream)).status === 'settled') return
        const event = await eventOf(tools.ledger, job)
        const outcome = await outcomeOf(channel, event, tools)
        if (!outcome) return
        const context = causedBy(event, sendMessage[channel].name, tools.now())
        await handle(tools.ledger, messageDecider, stream, { type: 'SettleMessage', outcome }, context)
      },
    }),
  )
