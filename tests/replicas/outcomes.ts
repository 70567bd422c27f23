import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import type { ReadEvent } from '#api/event-store/port.ts'
import type { EventType } from '#schemas/events/registry.ts'
import { listFiles } from '#schemas/resources/files.ts'
import type { Caller } from '#tests/support/caller.ts'
import type { Fleet } from './fleet.ts'

/** Every event of the log. */
export const eventsOf = async ({ env }: Fleet): Promise<ReadEvent[]> => {
  const log = connectEventStore(env.EVENTSTORE_URL ?? '')
  const found: ReadEvent[] = []
  await new Promise<void>((caughtUp, ended) => {
    log.subscribe(null, { event: (event) => found.push(event), caughtUp, ended })
  })
  await log.close()
  return found
}

/** The streams of all events of a type, in their order. */
export const streamsWith = (events: readonly ReadEvent[], type: EventType): string[] =>
  events.filter((event) => event.type === type).map(({ stream }) => stream)

/** The mails that all workers have written. */
export const mailsOf = async ({ workers }: Fleet): Promise<string[]> => {
  const folders = workers.map(({ dataDir }) => readdir(join(dataDir, 'mail')))
  return (await Promise.all(folders)).flat().filter((name) => name.endsWith('.eml'))
}

/** The states of the thumbnails of a caller's files. */
export const thumbnailsOf = async (caller: Caller): Promise<string[]> =>
  (await caller.ask(listFiles, { query: { limit: 1000 } })).map(({ thumbnail_state }) => thumbnail_state)
