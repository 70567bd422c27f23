import { openKeyStore } from '#api/adapters/key-store.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { startEventStore } from './event-store.ts'

export type TestLedger = { ledger: Ledger; log: EventLog; url: string; close: () => Promise<void> }

/** A ledger over an event store of its own, with keys in memory. */
export const startLedger = async (): Promise<TestLedger> => {
  const store = await startEventStore()
  const log = connectEventStore(store.url)
  const keys = openKeyStore(':memory:', Buffer.alloc(32))
  return {
    ledger: openLedger(log, keys),
    log,
    url: store.url,
    close: async () => {
      keys.close()
      await log.close()
      await store.stop()
    },
  }
}
