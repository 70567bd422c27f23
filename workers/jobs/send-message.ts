import { KeyDestroyed } from '#api/adapters/key-store.ts'
import { inboxDecider } from '#api/domain/inbox.ts'
import { messageDecider } from '#api/domain/message.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { inboxStream, messageStream } from '#api/event-store/streams.ts'
import type { MessageEvent } from '#schemas/events/message.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { CommandId, NotificationId } from '#schemas/ids.ts'
import { type Channel, channels, type SendMessage, sendMessage } from '#schemas/jobs/send-message.ts'
import { MessageRefused, type SendLetter, type SendShortMessage } from '../adapters/letter.ts'
import { causedBy } from '../command-context.ts'
import { layOut } from '../mail/layout.ts'
import type { Said } from '../mail/message.ts'
import { compose } from '../mail/registry.ts'
import { type JobHandler, jobHandler } from '../worker.ts'

/** What the work needs from outside. `appUrl` starts every link, `supportEmail` is the sender of mails. */
export type MessageTools = {
  ledger: Ledger
  mail: SendLetter
  text: SendShortMessage
  appUrl: string
  supportEmail: string
  /** What codes and links are made of (api/adapters/one-time-codes.ts). */
  digest: (purpose: string, text: string) => string
  now: () => Date
}

/** Messages that run at once in this process, per channel. */
const atOnce = 5

/** News that is older than three days (milliseconds) is none: links have run out, and nobody waits for it. */
const newsFor = 3 * 24 * 60 * 60 * 1000

const askingEvent = async (ledger: Ledger, { eventId, stream }: SendMessage): Promise<RecordedEvent> => {
  const event = (await ledger.read(stream)).find(({ id }) => id === eventId)
  if (!event) throw new Error(`The event ${eventId} is not in ${stream}`)
  return event
}

/** Sends on one channel; answers the record of it, undefined where the sending is an event itself. */
type Deliver<Way extends Channel> = (
  tools: MessageTools,
  event: RecordedEvent,
  said: Said[Way],
) => Promise<MessageEvent | undefined>

const deliver: { [Way in Channel]: Deliver<Way> } = {
  mail: async ({ mail, appUrl, supportEmail }, { id, metadata: { at } }, said) => {
    const { to, replyTo, subject } = said
    const from = `Siteledger <${supportEmail}>`
    await mail({ id, at, from, to, ...(replyTo ? { replyTo } : {}), subject, ...layOut(said, appUrl) })
    return { type: 'MailSent', data: { askedBy: id } }
  },

  text: async ({ text }, { id, metadata: { at } }, said) => {
    await text({ id, at, ...said })
    return { type: 'TextSent', data: { askedBy: id } }
  },

  notification: async ({ ledger, now }, event, { action, ...notice }) => {
    const notificationId = NotificationId.parse(idMadeBy(CommandId.parse(event.id), 'notification'))
    const shown = { actionText: action?.text ?? null, actionUrl: action?.url ?? null }
    const notification = { ...notice, ...shown, notificationId, askedBy: event.id }
    const context = causedBy(event, sendMessage.notification.name, now())
    await handle(ledger, inboxDecider, inboxStream(notice.userId), { type: 'SendNotification', notification }, context)
    return undefined
  },
}

/** What became of the message; undefined where an event says so already. */
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
  const said = await compose(channel, event, tools)
  if (said === null) return dropped('nobody')
  try {
    return await deliver[channel](tools, event, said)
  } catch (error) {
    if (error instanceof MessageRefused) return dropped('refused')
    // Nobody can be told who was erased.
    if (error instanceof KeyDestroyed) return dropped('nobody')
    throw error
  }
}

/**
 * Sends what an event asks for, and records that it did. Running twice is safe: a message that is settled in the log is
 * not sent again, whatever was replayed; only a crash between the sending and its record repeats it, and then it carries
 * the same id.
 */
export const sendMessageJobs = (tools: MessageTools): readonly JobHandler[] =>
  channels.map((channel) =>
    jobHandler({
      contract: sendMessage[channel],
      concurrency: atOnce,
      run: async (job) => {
        const stream = messageStream(channel, job.eventId)
        if ((await load(tools.ledger, messageDecider, stream)).status === 'settled') return
        const event = await askingEvent(tools.ledger, job)
        const outcome = await outcomeOf(channel, event, tools)
        if (!outcome) return
        const context = causedBy(event, sendMessage[channel].name, tools.now())
        await handle(tools.ledger, messageDecider, stream, { type: 'SettleMessage', outcome }, context)
      },
    }),
  )
