import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { type Channel, messageChannels, sendMessage } from '#schemas/jobs/send-message.ts'
import { addJob, removeJob } from './jobs.ts'

const addMessageJobs = (channels: readonly Channel[]) => (db: ReadDb, event: RecordedEvent) => {
  const payload = { eventId: event.id, stream: event.stream }
  for (const channel of channels) addJob(db, event, sendMessage[channel].name, event.id, payload)
}

const handlers = Object.entries(messageChannels).map(([type, channels]) => [
  type as EventType,
  addMessageJobs(channels),
])

/** Every message that an event asks for, until it is sent or dropped. */
export const messageJobs: Projection['handlers'] = {
  ...Object.fromEntries(handlers),
  MailSent: (db, { data }) => removeJob(db, sendMessage.mail.name, data.askedBy),
  TextSent: (db, { data }) => removeJob(db, sendMessage.text.name, data.askedBy),
  NotificationSent: (db, { data }) => removeJob(db, sendMessage.notification.name, data.askedBy),
  MessageDropped: (db, { data }) => removeJob(db, sendMessage[data.channel].name, data.askedBy),
}
