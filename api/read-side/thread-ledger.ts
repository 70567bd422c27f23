import { openKeyStore } from '#api/adapters/key-store.ts'
import { textsAt } from '#api/adapters/open-content.ts'
import { openLedgerWithTexts } from '#api/event-store/attach-texts.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import type { ProjectorSetup } from './applying.ts'

/** The log, unsealed and with its texts, for a thread that makes read models. */
export const openThreadLedger = ({ eventStoreUrl, keysFile, masterKey, contentUrl }: ProjectorSetup) => {
  const log = connectEventStore(eventStoreUrl)
  const keys = openKeyStore(keysFile, masterKey)
  return {
    ledger: openLedgerWithTexts(log, keys, textsAt(contentUrl)),
    close: async () => {
      keys.close()
      await log.close()
    },
  }
}
