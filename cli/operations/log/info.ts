import type { CopyMark } from '#api/event-store/log-copy.ts'
import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import { idOf, markOf } from './marks.ts'

/** The place of an event: `at` is when the product recorded it, by its metadata; undefined where that does not say. */
export type EventPlace = { position: string; id: string; type: string; at: string | undefined }

/** Streams whose names begin alike, such as `visit`, and their events. */
export type KindCount = { kind: string; streams: number; events: number }

export type LogInfo = {
  name: string
  /** The log's own id (D-110). */
  id: string | undefined
  copy: CopyMark | undefined
  events: number
  streams: number
  first: EventPlace | undefined
  last: EventPlace | undefined
  /** Of the data and metadata of its events. */
  bytes: number
  fileBytes: number | undefined
  kinds: KindCount[]
}

const recordedAt = (metadata: Uint8Array): string | undefined => {
  try {
    return String(JSON.parse(Buffer.from(metadata).toString()).at)
  } catch {
    return undefined
  }
}

const placeOfEvent = ({ position, id, type, metadata }: WholeEvent): EventPlace => ({
  position,
  id,
  type,
  at: recordedAt(metadata),
})

/** Reads all of the product's events in a log, and counts them. */
export const readInfo = async (log: WholeLog, onRead: (events: number, share: number) => void): Promise<LogInfo> => {
  const kinds = new Map<string, KindCount>()
  let first: WholeEvent | undefined
  let last: WholeEvent | undefined
  let events = 0
  let bytes = 0
  const newest = Number(await log.newest())
  let after: string | null = null
  let isEnd = false
  while (!isEnd) {
    const page = await log.page(after)
    ;[after, isEnd] = [page.last, page.isEnd]
    for (const event of page.events) {
      const [kind = ''] = event.stream.split('-')
      const count = kinds.get(kind) ?? { kind, streams: 0, events: 0 }
      kinds.set(kind, count)
      count.events += 1
      count.streams += Number(event.revision === 0)
      bytes += event.data.length + event.metadata.length
      first ??= event
      last = event
    }
    events += page.events.length
    onRead(events, newest === 0 ? 1 : Math.min(1, Number(after) / newest))
  }
  const counts = [...kinds.values()].toSorted((one, other) => one.kind.localeCompare(other.kind))
  return {
    name: log.name,
    id: await idOf(log),
    copy: await markOf(log),
    events,
    bytes,
    fileBytes: log.fileSize(),
    streams: counts.reduce((sum, { streams }) => sum + streams, 0),
    first: first && placeOfEvent(first),
    last: last && placeOfEvent(last),
    kinds: counts,
  }
}
