import { setTimeout as wait } from 'node:timers/promises'
import { liveStream } from '#schemas/resources/live.ts'
import type { Server } from './server.ts'

/** Milliseconds between two polls without a live stream. */
const pause = 2_000
/** Milliseconds between two polls with a live stream: some history entries have no live change. */
const longPause = 10_000

/** Waits, at each call, until something may have changed: a message of the live stream, or a timeout. */
export const openChangeSignals = (server: Server): (() => Promise<void>) => {
  let changed = Promise.withResolvers<void>()
  let listening = false
  const listen = async (): Promise<never> => {
    for (;;) {
      try {
        const { body } = await server.open(liveStream, {}, { headers: { accept: 'text/event-stream' } })
        listening = true
        for await (const _ of body ?? []) changed.resolve()
      } catch {
        // A broken stream does not end the command: it polls on, and ends when the server does not answer at all.
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
    await Promise.race([changed.promise, later])
    enough.abort()
    changed = Promise.withResolvers()
  }
}
