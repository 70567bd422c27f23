import type { EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { type Channel, messagesAskedFor, sendMessage } from '#schemas/jobs/send-message.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { addWork, crossOff } from './work.ts'

const ask = (channels: readonly Channel[]) => (db: ReadDb, event: RecordedEvent) => {
  const payload = { eventId: event.id, stream: event.stream }
  for (const channel of channels) addWork(db, event, sendMessage[channel].name, event.id, payload)
}

const asking = Object.entries(messagesAskedFor).map(([type, channels]) => [type as EventType, ask(channels)])

/** Every message that an event asks for, until it is sent or dropped. */
export const messagesToDo: Projection['handlers'] = {
  ...Object.fromEntries(asking),
  MailSent: (db, { data }) => crossOff(db, sendMessage.mail.name, data.askedBy),
  TextSent: (db, { data }) => crossOff(db, sendMessage.text.name, data.askedBy),
  NotificationSent: (db, { data }) => crossOff(db, sendMessage.notification.name, data.askedBy),
  MessageDropped: (db, { data }) => crossOff(db, sendMessage[data.channel].name, data.askedBy),
}
