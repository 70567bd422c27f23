import { type KeyStore, openKeyStore } from '#api/adapters/key-store.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type Ledger, type NewEvent, openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { jobContracts } from '#schemas/jobs/registry.ts'
import { startEventStore } from './event-store.ts'
import { memoryEventLog } from './in-memory/event-log.ts'

export type TestLedger = { ledger: Ledger; log: EventLog; keys: KeyStore; close: () => Promise<void> }

/** Refuses an event of a job whose contract does not name it: the job would not have waited for who cannot read it. */
const requireDeclared = ({ type, metadata: { via } }: NewEvent): void => {
  const contract = via.kind === 'worker' && jobContracts.find(({ name }) => name === via.id)
  if (contract && !contract.records.includes(type)) throw new Error(`${contract.name} does not declare ${type}`)
}

const ledgerOver = (log: EventLog): TestLedger => {
  const keys = openKeyStore(':memory:', Buffer.alloc(32))
  const ledger = openLedger(log, keys)
  return {
    ledger: {
      ...ledger,
      append: (stream, expected, events) => {
        events.forEach(requireDeclared)
        return ledger.append(stream, expected, events)
      },
    },
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
