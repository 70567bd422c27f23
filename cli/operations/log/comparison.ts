import { createHash, hash } from 'node:crypto'
import type { WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import { canonicalOf } from '#api/notary/leaf.ts'

/** Called with how many events were compared so far, and the position of the last of them. */
export type OnCompared = (events: number, position: string) => void

/** Called with each event that both logs have, as it is in the first and in the second. */
type OnEqual = (one: WholeEvent, other: WholeEvent) => void

/** Reads the product's events of a log, which may grow meanwhile. */
const cursorOf = (log: WholeLog) => {
  let events: WholeEvent[] = []
  let after: string | null = null
  return {
    /** The events that were read and not dropped yet; empty at the present end of the log. */
    fill: async (): Promise<readonly WholeEvent[]> => {
      for (let isEnd = false; events.length === 0 && !isEnd; ) {
        const page = await log.page(after)
        ;[events, after, isEnd] = [page.events, page.last, page.isEnd]
      }
      return events
    },
    drop: (count: number): void => {
      events = events.slice(count)
    },
  }
}
type Cursor = ReturnType<typeof cursorOf>

/** JSON is the same however it is spaced and escaped. */
const isSameText = (one: Uint8Array, other: Uint8Array, json: boolean): boolean =>
  Buffer.compare(one, other) === 0 || (json && canonicalOf(one, json) === canonicalOf(other, json))

const parts = ['stream', 'revision', 'id', 'type', 'json'] as const

/** The differences of two events; empty for equal ones. */
const differencesOf = (one: WholeEvent, other: WholeEvent): string[] => [
  ...parts.filter((part) => one[part] !== other[part]),
  ...(['data', 'metadata'] as const).filter((part) => !isSameText(one[part], other[part], one.json)),
]

const nameOf = ({ stream, revision, type }: WholeEvent): string => `revision ${revision} of ${stream} (${type})`

/** The first difference of two logs: what each has at that place, or that it ends there, in words. */
const differenceOf = (one: WholeEvent | undefined, other: WholeEvent | undefined): string => {
  if (one && other && one.stream === other.stream && one.revision === other.revision)
    return `${nameOf(one)} differs in ${differencesOf(one, other).join(', ')}`
  const has = (event: WholeEvent | undefined): string => (event ? `has ${nameOf(event)}` : 'ends')
  return `the first ${has(one)} where the second ${has(other)}`
}

/** Digest of each stream's events from some place on. */
const digestsFrom = async (cursor: Cursor): Promise<{ events: number; streams: Map<string, string> }> => {
  const streams = new Map<string, string>()
  let events = 0
  for (let page = await cursor.fill(); page.length > 0; page = await cursor.fill()) {
    for (const { stream, revision, id, type, json, data, metadata } of page) {
      const event = [data, metadata].map((bytes) => hash('sha256', canonicalOf(bytes, json))).join(' ')
      streams.set(stream, hash('sha256', `${streams.get(stream)} ${revision} ${id} ${type} ${event}`, 'base64'))
    }
    events += page.length
    cursor.drop(page.length)
  }
  return { events, streams }
}

/** The outcome of comparing all of two logs. */
export type Verdict = {
  isEqual: boolean
  /** Events of the first and of the second. */
  events: [number, number]
  /** Streams of which one has events that the other lacks, or has otherwise; 0 where only the order differs. */
  differing: number
  firstDifference: string | undefined
  /** Of each event that both have alike from the beginning, in their order: SHA-256 in hexadecimal. */
  digest: string
}

/**
 * Compares two logs in their order, event by event: stream, revision, id, type, data and metadata. Positions and times of
 * the servers are not compared. It goes on where it ended, so that what has come since is all that a second time costs.
 */
export const openComparison = (
  one: WholeLog,
  other: WholeLog,
  onCompared: OnCompared = () => {},
  onEqual: OnEqual = () => {},
) => {
  const ours = cursorOf(one)
  const theirs = cursorOf(other)
  const digest = createHash('sha256')
  let events = 0
  let streams = 0
  let place: string | null = null
  let difference: string | undefined

  const digestSoFar = (): string => digest.copy().digest('hex')

  const take = ({ stream, revision, id, type, data, metadata, position }: WholeEvent): void => {
    digest.update(`${stream} ${revision} ${id} ${type} ${data.length} ${metadata.length}\n`)
    digest.update(data).update(metadata)
    events += 1
    streams += Number(revision === 0)
    place = position
  }

  /** Compares on to the present end of either. */
  const advance = async (): Promise<void> => {
    while (difference === undefined) {
      const [left, right] = await Promise.all([ours.fill(), theirs.fill()])
      const count = Math.min(left.length, right.length)
      if (count === 0) return
      let same = 0
      for (; same < count; same += 1) {
        const event = left[same] as WholeEvent
        const copy = right[same] as WholeEvent
        if (differencesOf(event, copy).length > 0) {
          difference = differenceOf(event, copy)
          break
        }
        take(event)
        onEqual(event, copy)
      }
      ours.drop(same)
      theirs.drop(same)
      onCompared(events, place ?? '0')
    }
  }

  /** Compares all that both have now. */
  const verdict = async (): Promise<Verdict> => {
    await advance()
    const firstDifference = difference ?? (await ends())
    const left = await digestsFrom(ours)
    const right = await digestsFrom(theirs)
    const names = new Set([...left.streams.keys(), ...right.streams.keys()])
    const differing = [...names].filter((name) => left.streams.get(name) !== right.streams.get(name)).length
    return {
      isEqual: firstDifference === undefined,
      events: [events + left.events, events + right.events],
      differing,
      firstDifference,
      digest: digestSoFar(),
    }
  }
  const ends = async (): Promise<string | undefined> => {
    const [[left], [right]] = await Promise.all([ours.fill(), theirs.fill()])
    return left || right ? differenceOf(left, right) : undefined
  }

  return {
    advance,
    verdict,
    /** The equal part so far: events, streams that began, and the position of the last event in the first log. */
    sofar: () => ({ events, streams, place, difference, digest: digestSoFar() }),
    /** Whether the first, and the second, has more events than were compared. */
    hasMore: async (): Promise<[boolean, boolean]> => {
      const [left, right] = await Promise.all([ours.fill(), theirs.fill()])
      return [left.length > 0, right.length > 0]
    },
  }
}
export type Comparison = ReturnType<typeof openComparison>
