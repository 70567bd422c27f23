import { finishBulk } from '#api/bulk/finish.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { BulkQueries } from '#projections/open-bulks.ts'
import { eachInTurn } from './sweeps.ts'

/** Milliseconds in which whoever began it ends it, unless a crash came in between. */
const grace = 60_000

export type BulkTools = { ledger: Ledger; bulks: BulkQueries }

/**
 * Finishes what was begun as one and cut off by a crash: changes of many files, their undo, uploads of many. Running
 * twice, or beside the one who began it, is safe: every step is the same at every try (api/bulk/finish.ts).
 */
export const finishBulks = async ({ ledger, bulks }: BulkTools, now: Date): Promise<void> => {
  await eachInTurn(bulks.before(new Date(now.getTime() - grace).toISOString()), (id) => finishBulk(ledger, id))
}
