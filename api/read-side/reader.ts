import { isFileFailure } from '#projections/engine/file-failure.ts'
import { openForReading, type ReadDb } from '#projections/engine/read-db.ts'
import type { ReaderAnswer } from './reader-pool.ts'
import { answerFrom, type SlowModel, slowModels } from './slow-queries.ts'

/** Answers the queries of slow read models in the thread that asks; a file is opened by the first query of its model. */
export const openReader = (folder: string) => {
  const opened = new Map<SlowModel, { db: ReadDb; queries: object }>()
  const open = (name: SlowModel) => {
    const { projection, queriesOf } = slowModels[name]
    const db = openForReading(folder, projection)
    const model = { db, queries: queriesOf(db) }
    opened.set(name, model)
    return model
  }
  return {
    answer: (model: SlowModel, query: string, args: readonly unknown[]): ReaderAnswer => {
      try {
        const { queries } = opened.get(model) ?? open(model)
        return { result: answerFrom(queries, query, args) }
      } catch (error) {
        return { error, ofFile: isFileFailure(error) }
      }
    },
    /** Makes the next query open the file that has been swapped in; what was kept of the earlier one goes with it. */
    reopen: (model: SlowModel) => {
      opened.get(model)?.db.close()
      opened.delete(model)
    },
    close: () => {
      for (const { db } of opened.values()) db.close()
    },
  }
}
