import { randomUUID } from 'node:crypto'
import { type CopyMark, copyEvents, copyMarkIn, copyStream } from '#api/event-store/log-copy.ts'
import { logStream } from '#api/event-store/streams.ts'
import type { TargetLog, WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import { payloadSchemas } from '#schemas/events/registry.ts'

/** The JSON of data or metadata of an event. */
export const jsonIn = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString())

/** The id of a log (D-110); undefined where it has none. */
export const idOf = async ({ stream }: Pick<WholeLog, 'stream'>): Promise<string | undefined> => {
  const founded = (await stream(logStream)).find(({ type }) => type === 'LogFounded')
  return founded && payloadSchemas.LogFounded.parse(jsonIn(founded.data)).id
}

/** The mark of a log that is a copy; undefined for any other. */
export const markOf = async ({ stream }: Pick<WholeLog, 'stream'>): Promise<CopyMark | undefined> =>
  copyMarkIn((await stream(copyStream)).map(({ type, data }) => ({ type, data: jsonIn(data) })))

/** Records that a copy of a log was begun, or ended, at a place. */
export const recordMark = async (target: TargetLog, logId: string, what: keyof typeof copyEvents): Promise<void> => {
  const [data, metadata] = [{ logId }, { at: new Date().toISOString() }].map((value) =>
    Buffer.from(JSON.stringify(value)),
  )
  const revision = (await target.stream(copyStream)).length
  const mark: WholeEvent = {
    position: '0',
    stream: copyStream,
    revision,
    id: randomUUID(),
    type: copyEvents[what],
    json: true,
    data: data as Uint8Array,
    metadata: metadata as Uint8Array,
  }
  await target.append([mark])
}
