import type { Ledger } from '#api/event-store/ledger.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import type { StoreSample } from '#api/sagas/sample/add-sample.ts'
import type { BulkQueries } from '#projections/sweeps/open-bulks.ts'
import { forEachInOrder } from './sweeps.ts'

/** Milliseconds after which a bulk change that has not ended was interrupted by a crash. */
const grace = 60_000

export type BulkTools = { ledger: Ledger; bulks: BulkQueries; storeSample: StoreSample }

/**
 * Finishes bulk changes that a crash interrupted: changes of many files, their undo, uploads of many files, and sample data. Running
 * twice, or concurrently with the process that began, is safe: every step is idempotent (api/sagas/finish.ts).
 */
export const finishBulks = async ({ ledger, bulks, storeSample }: BulkTools, now: Date): Promise<void> => {
  await forEachInOrder(bulks.before(new Date(now.getTime() - grace).toISOString()), (id) =>
    finishBulk(ledger, id, undefined, storeSample),
  )
}
