import type { Request } from 'express'
import type { Bulk } from '#api/domain/bulk.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Answer } from '#api/http/answer.ts'
import { withProgress } from '#api/http/progress.ts'
import { awaitLists, type Lists } from '#api/imports/catching-up.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import type { StoreSample } from '#api/sagas/sample/add-sample.ts'
import type { BulkId } from '#schemas/ids.ts'

type Finishing = {
  ledger: Ledger
  lists: Lists
  bulkId: BulkId
  /** The number of its steps. */
  total: number
  storeSample?: StoreSample
  /** Called once it has ended, also where it has failed. */
  ended?: () => void
}

/**
 * Finishes what was begun with many records at once, and answers what came of it, with progress; the answer comes when
 * `lists` show it, however long that takes, or at once if they stand still.
 */
export const finishListed = <Body>(
  request: Request,
  { ledger, lists, bulkId, total, storeSample, ended }: Finishing,
  outcomeOf: (bulk: Bulk) => Body | Promise<Body>,
): Promise<Answer<Body>> =>
  withProgress(request, {
    total,
    run: async (done) => {
      try {
        const { bulk, position } = await finishBulk(ledger, bulkId, done, storeSample)
        await awaitLists(lists, position)
        return { body: await outcomeOf(bulk), position }
      } finally {
        ended?.()
      }
    },
  })
