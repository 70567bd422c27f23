import type { ApiCalls } from './api-calls.ts'
import { now } from './clock.ts'
import { openFaults } from './faults.ts'
import { openIdempotency } from './idempotency.ts'
import { serve } from './server.ts'
import { openStore } from './store.ts'

export type SandboxSetup = {
  /** The file of everything that it knows; `:memory:` for none. */
  file: string
  /** 0 = any free one. */
  port: number
  keys: { secretKey: string; publishableKey: string }
  /** Where webhooks are sent to, and what they are signed with. */
  webhook: { url: string; secret: string }
  /** Origin of the pages that may show its frames. */
  appOrigin: string
  /** Told of an error that no caller caused. */
  failed: (error: Error) => void
}

export type Sandbox = { url: string; port: number; close: () => Promise<void> }

/** Starts a stand-in for Stripe: its API, its frames, its clock and its webhooks. */
export const startSandbox = async (setup: SandboxSetup): Promise<Sandbox> => {
  const store = openStore(setup.file)
  if (store.setting('created') === undefined) store.setSetting('created', String(now(store)))
  const calls: ApiCalls = {
    store,
    idempotency: openIdempotency(store),
    faults: openFaults(),
    keys: setup.keys,
    account: { country: 'GB', name: 'Siteledger' },
    catchUp: () => {},
    changed: () => {},
  }
  const server = await serve(calls, setup.port, setup.failed)
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    close: async () => {
      await server.close()
      store.close()
    },
  }
}
