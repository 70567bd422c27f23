import { randomUUID } from 'node:crypto'
import type { TargetLog, WholeEvent } from '#api/event-store/whole-log.ts'

const bytesOf = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** An event with its bytes. */
export const wholeEvent = (stream: string, revision: number, type: string, data: object): WholeEvent => ({
  position: '0',
  stream,
  revision,
  id: randomUUID(),
  type,
  json: true,
  data: bytesOf(data),
  metadata: bytesOf({ at: '2026-03-01T10:00:00.000Z', actor: randomUUID(), commandId: randomUUID(), version: 1 }),
})

/** The first event of a log with this id. */
export const founding = (id: string): WholeEvent => wholeEvent('log', 0, 'LogFounded', { id, version: '1.0.0' })

/** Events of as many visits, each of which is added and then renamed; the changes of several visits alternate. */
export const visitEvents = (visits: number, renames = 1, padding = 20): WholeEvent[] => {
  const streams = Array.from({ length: visits }, () => `visit-${randomUUID()}`)
  const text = 'é'.repeat(padding)
  return Array.from({ length: renames + 1 }, (_, revision) =>
    streams.map((stream) =>
      revision === 0
        ? wholeEvent(stream, revision, 'VisitAdded', { name: 'Spring', text })
        : wholeEvent(stream, revision, 'VisitRenamed', { name: `Spring ${revision}`, text }),
    ),
  ).flat()
}

/** Writes events in portions that a log may take at once. */
export const fill = async (target: TargetLog, events: readonly WholeEvent[]): Promise<void> => {
  for (let at = 0; at < events.length; at += 5000) await target.append(events.slice(at, at + 5000))
}
