import { textsAt } from '#api/adapters/open-content.ts'
import { openKeys } from '#api/adapters/open-keys.ts'
import { openLedgerWithTexts } from '#api/event-store/attach-texts.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ProjectorSetup } from './applying.ts'

/** The log, unsealed, for a thread that makes these read models; its texts are fetched where one of them is about texts. */
export const openThreadLedger = async (
  { eventStoreUrl, keysUrl, masterKey, contentUrl }: ProjectorSetup,
  projections: readonly Projection[],
) => {
  const takesTexts = projections.some(({ handlers }) => handlers.TextExtracted)
  const log = connectEventStore(eventStoreUrl)
  const keys = await openKeys(keysUrl, masterKey)
  return {
    ledger: takesTexts ? openLedgerWithTexts(log, keys, textsAt(contentUrl)) : openLedger(log, keys),
    close: async () => {
      keys.close()
      await log.close()
    },
  }
}
