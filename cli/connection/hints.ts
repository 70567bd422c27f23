import { setTimeout as wait } from 'node:timers/promises'
import { liveStream } from '#schemas/resources/live.ts'
import type { Server } from './server.ts'

/** Milliseconds between two looks where the server says nothing by itself. */
const pause = 2_000
/** The same while it does: not all that the history holds is told live. */
const longPause = 10_000

/** Waits, each time it is called, until something may have changed: because the server says so, or after a while. */
export const openHints = (server: Server): (() => Promise<void>) => {
  let heard = Promise.withResolvers<void>()
  let listening = false
  const listen = async (): Promise<never> => {
    for (;;) {
      try {
        const { body } = await server.open(liveStream, {}, { headers: { accept: 'text/event-stream' } })
        listening = true
        for await (const _ of body ?? []) heard.resolve()
      } catch {
        // A line that breaks is no reason to end: the looks go on, and end the command where nothing answers at all.
      }
      const again = listening ? pause : longPause
      listening = false
      await wait(again)
    }
  }
  void listen()
  return async () => {
    const enough = new AbortController()
    const later = wait(listening ? longPause : pause, undefined, { signal: enough.signal }).catch(() => undefined)
    await Promise.race([heard.promise, later])
    enough.abort()
    heard = Promise.withResolvers()
  }
}
