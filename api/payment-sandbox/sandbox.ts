import type { ApiCalls } from './api-calls.ts'
import { now } from './clock.ts'
import { carryOutDue } from './due.ts'
import { forgetOldEvents } from './events.ts'
import { openFaults } from './faults.ts'
import { openIdempotency } from './idempotency.ts'
import { serve } from './server.ts'
import { openStore, type Store } from './store.ts'
import { startWebhooks } from './webhooks.ts'

const defaultRetryAfterMs = [1000, 5000, 30_000]

export type SandboxSetup = {
  /** The file of everything that it knows; `:memory:` for none. */
  file: string
  /** 0 = any free one. */
  port: number
  keys: { secretKey: string; publishableKey: string }
  /**
   * Where webhooks are sent to, what they are signed with, and the milliseconds after which they are sent again, each
   * time that they were not taken.
   */
  webhook: { url: string; secret: string; retryAfterMs?: readonly number[] }
  /** Origin of the pages that may show its frames. */
  appOrigin: string
  /** Told of an error that no caller caused. */
  failed: (error: Error) => void
}

export type Sandbox = { url: string; port: number; close: () => Promise<void> }

/** Milliseconds of work after which calls get their turn. */
const slice = 25

const minute = 60_000

/**
 * Lets things happen when they are due, also while nobody calls.
 * @param happened told after each slice of work
 */
const startScheduler = (store: Store, happened: () => void, failed: (error: Error) => void) => {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const run = (): void => {
    if (isClosed) return
    clearTimeout(timer)
    try {
      const isMore = carryOutDue(store, Date.now() + slice)
      happened()
      if (!isMore) forgetOldEvents(store, now(store))
      const next = store.nextDue(Number.MAX_SAFE_INTEGER)
      const waits = next === undefined ? minute : Math.min(minute, Math.max(0, (next.due - now(store)) * 1000))
      timer = setTimeout(run, isMore ? 0 : Math.max(waits, 20))
    } catch (error) {
      failed(error as Error)
      timer = setTimeout(run, minute)
    }
  }

  return {
    run,
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Starts a stand-in for Stripe: its API, its frames, its clock and its webhooks. */
export const startSandbox = async (setup: SandboxSetup): Promise<Sandbox> => {
  const store = openStore(setup.file)
  if (store.setting('created') === undefined) store.setSetting('created', String(now(store)))
  const faults = openFaults()
  const { url, secret, retryAfterMs = defaultRetryAfterMs } = setup.webhook
  const webhooks = startWebhooks({ store, faults, url, secret, retryAfterMs, failed: setup.failed })
  const scheduler = startScheduler(store, webhooks.wake, setup.failed)
  const calls: ApiCalls = {
    store,
    idempotency: openIdempotency(store),
    faults,
    keys: setup.keys,
    changed: () => setImmediate(scheduler.run),
  }
  const frames = { store, publishableKey: setup.keys.publishableKey, appOrigin: setup.appOrigin }
  const server = await serve(calls, frames, setup.port, setup.failed)
  scheduler.run()
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    close: async () => {
      await server.close()
      scheduler.close()
      webhooks.close()
      store.close()
    },
  }
}
