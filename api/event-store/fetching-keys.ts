import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventLog, Listener, ReadEvent } from './port.ts'
import { keyNameOf, type PersonKeys } from './sealing.ts'

/** Events that wait for what they need while more are read. */
const mostWaiting = 500

/**
 * The log for somebody who needs more than events to handle them at once: what they lack is fetched before, that of all
 * events that are read together at once. Order, and what a listener may throw, stay as they are.
 */
export const fetchingAhead = <Need>(
  log: EventLog,
  lackingOf: (event: ReadEvent) => Need[],
  fetch: (needs: Need[]) => Promise<void>,
): Pick<EventLog, 'read' | 'subscribe'> => {
  const fetchFor = async (events: readonly ReadEvent[]): Promise<void> => {
    const lacking = events.flatMap(lackingOf)
    if (lacking.length > 0) await fetch(lacking)
  }

  const read: EventLog['read'] = async (stream, after) => {
    const events = await log.read(stream, after)
    await fetchFor(events)
    return events
  }

  const subscribe = (from: string | null, listener: Listener, types?: readonly string[]) => {
    let over = false
    let waiting: ReadEvent[] = []
    let fetching: Promise<void> | undefined
    let isCaughtUp = false

    const fetchAll = async (): Promise<void> => {
      while (waiting.length > 0 && !over) {
        // What is on its way already comes along.
        await nextTurn()
        const events = waiting.splice(0)
        await fetchFor(events)
        for (const event of events) if (!over) await listener.event(event)
      }
      fetching = undefined
      if (isCaughtUp && !over) listener.caughtUp()
      isCaughtUp = false
    }
    const ended = (error?: Error) => {
      if (over) return
      over = true
      listener.ended(error)
    }
    const subscription = log.subscribe(
      from,
      {
        event: (event) => {
          if (!fetching && lackingOf(event).length === 0) return listener.event(event)
          waiting.push(event)
          fetching ??= fetchAll().catch((error: Error) => {
            ended(error)
            void subscription.close()
          })
          return waiting.length < mostWaiting ? undefined : fetching
        },
        caughtUp: () => {
          if (fetching) isCaughtUp = true
          else listener.caughtUp()
        },
        ended,
      },
      types,
    )
    return {
      close: () => {
        over = true
        waiting = []
        return subscription.close()
      },
    }
  }
  return { read, subscribe }
}

/** The log for somebody who unseals what it hands over at once: keys that are not in memory are fetched before. */
export const fetchingKeys = (log: EventLog, keys: Pick<PersonKeys, 'lacks' | 'fetch'>) =>
  fetchingAhead(
    log,
    (event) => {
      const name = keyNameOf(event)
      return name && keys.lacks(name) ? [name] : []
    },
    keys.fetch,
  )
