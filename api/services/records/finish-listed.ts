import type { Ledger } from '#api/event-store/ledger.ts'
import { awaitLists, type Lists } from '#api/imports/catching-up.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import type { StoreSample } from '#api/sagas/sample/add-sample.ts'
import type { BulkId } from '#schemas/ids.ts'

/**
 * Finishes what was begun with many records at once; returns when `lists` show it, however long that takes, or at once if
 * they stand still. `done` is called after each step.
 */
export const finishListed = async (
  ledger: Ledger,
  lists: Lists,
  bulkId: BulkId,
  done: () => void,
  storeSample?: StoreSample,
) => {
  const finished = await finishBulk(ledger, bulkId, done, storeSample)
  await awaitLists(lists, finished.position)
  return finished
}
