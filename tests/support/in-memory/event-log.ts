import { setImmediate as nextTurn } from 'node:timers/promises'
import { isOwnStream } from '#api/event-store/own-streams.ts'
import { type EventLog, type Listener, type ReadEvent, WrongExpectedRevision } from '#api/event-store/port.ts'
import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'

/** Readers get a copy, as over a network. */
const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

export type MemoryEventLog = EventLog & {
  /** Keeps events back from whoever follows the log, until the returned function is called. */
  holdBack: () => () => void
  /** The same log for another replica, whose events are held back apart from those of this one. */
  beside: () => MemoryEventLog
  /** The same log as copies and proofs read it. */
  whole: Pick<WholeLog, 'page' | 'at'>
}

const toWholeEvent = ({ stream, revision, data, metadata, ...event }: ReadEvent): WholeEvent => {
  const [dataBytes, metadataBytes] = [data, metadata].map((value) => Buffer.from(JSON.stringify(value)))
  const bytes = { data: dataBytes as Uint8Array, metadata: metadataBytes as Uint8Array }
  return { ...event, stream, revision: Number(revision), json: true, ...bytes }
}

/**
 * The event store's port over an array: the same guarantees (tests/event-store/port.test.ts), without durability.
 * Positions have gaps, like those of the event store, and every answer takes a turn of the event loop, so that
 * concurrent calls interleave.
 */
export const memoryEventLog = (): MemoryEventLog => {
  const all: ReadEvent[] = []
  const streams = new Map<string, ReadEvent[]>()
  const wakers = new Set<() => void>()

  const eventsOf = (stream: string): ReadEvent[] => streams.get(stream) ?? []

  const append: EventLog['append'] = async (stream, expected, events) => {
    await nextTurn()
    const known = eventsOf(stream)
    const start = expected === 'no-stream' ? 0 : Number(expected) + 1
    const isRepeated = events.every(({ id }, index) => known[start + index]?.id === id)
    if (known.length !== start && !isRepeated) throw new WrongExpectedRevision(stream)
    for (const [index, { id, type, data, metadata }] of isRepeated ? [] : events.entries()) {
      const position = String((all.length + 1) * 7)
      const recorded = { stream, revision: BigInt(start + index), position }
      const event: ReadEvent = { id, type, ...copyOf({ data, metadata }), ...recorded }
      all.push(event)
      streams.set(stream, [...eventsOf(stream), event])
    }
    for (const wake of wakers) wake()
    return eventsOf(stream)[start + events.length - 1]?.position ?? '0'
  }

  const open = (): MemoryEventLog => {
    let isHeldBack = false

    const subscribe = (from: string | null, listener: Listener, types?: readonly string[]) => {
      let next = from === null ? 0 : all.findIndex(({ position }) => BigInt(position) > BigInt(from))
      if (next < 0) next = all.length
      let isCaughtUp = false
      let isScheduled = false
      const close = async () => {
        wakers.delete(wake)
      }
      const deliver = () => {
        isScheduled = false
        try {
          for (; !isHeldBack && wakers.has(wake) && next < all.length; next += 1) {
            const event = all[next]
            if (event && (types === undefined || types.includes(event.type))) listener.event(copyEvent(event))
          }
          if (isHeldBack || !wakers.has(wake) || isCaughtUp) return
          isCaughtUp = true
          listener.caughtUp()
        } catch (error) {
          void close()
          listener.ended(error instanceof Error ? error : new Error(String(error)))
        }
      }
      const wake = () => {
        if (isScheduled) return
        isScheduled = true
        setImmediate(deliver)
      }
      wakers.add(wake)
      wake()
      return { close }
    }

    return {
      append,
      read: async (stream, after = null) => {
        await nextTurn()
        const events = eventsOf(stream)
        return (after === null ? events : events.slice(Number(after) + 1)).map(copyEvent)
      },
      newest: async () => {
        const last = all.at(-1)
        return last ? { position: last.position, id: last.id } : null
      },
      idAt: async (position) => all.find((event) => event.position === position)?.id ?? null,
      subscribe,
      holdBack: () => {
        isHeldBack = true
        return () => {
          isHeldBack = false
          for (const wake of wakers) wake()
        }
      },
      close: async () => wakers.clear(),
      beside: open,
      whole: {
        page: async (after) => {
          const events = all.filter(({ position }) => after === null || BigInt(position) > BigInt(after))
          const last = all.at(-1)?.position ?? after
          return { events: events.filter(({ stream }) => isOwnStream(stream)).map(toWholeEvent), last, isEnd: true }
        },
        at: async (position) => {
          const found = all.find((event) => event.position === position)
          return found && toWholeEvent(found)
        },
      },
    }
  }
  return open()
}

const copyEvent = ({ data, metadata, ...recorded }: ReadEvent): ReadEvent => ({
  ...recorded,
  ...copyOf({ data, metadata }),
})
