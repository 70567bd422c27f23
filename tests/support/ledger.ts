import { type KeyStore, openKeyStore } from '#api/adapters/key-store.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { startEventStore } from './event-store.ts'
import { memoryEventLog } from './in-memory/event-log.ts'

export type TestLedger = { ledger: Ledger; log: EventLog; keys: KeyStore; close: () => Promise<void> }

const ledgerOver = (log: EventLog): TestLedger => {
  const keys = openKeyStore(':memory:', Buffer.alloc(32))
  return {
    ledger: openLedger(log, keys),
    log,
    keys,
    close: async () => {
      keys.close()
      await log.close()
    },
  }
}

/** A ledger in memory: events and keys. */
export const openMemoryLedger = (): TestLedger => ledgerOver(memoryEventLog())

/** A ledger over an event store of its own. */
export const startLedger = async (): Promise<TestLedger> => {
  const store = await startEventStore()
  const opened = ledgerOver(connectEventStore(store.url))
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await store.stop()
    },
  }
}
