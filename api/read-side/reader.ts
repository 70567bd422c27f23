import { isFileFailure } from '#projections/engine/file-failure.ts'
import { openReopened, type ReopenedDb } from '#projections/engine/reopened-db.ts'
import type { ReaderAnswer } from './reader-pool.ts'
import { answerFrom, type SlowModel, slowModels } from './slow-queries.ts'

/** Answers the queries of slow read models in the thread that asks; a file is opened by the first query of its model. */
export const openReader = (folder: string) => {
  const opened = new Map<SlowModel, { db: ReopenedDb; queries: object }>()
  const open = (name: SlowModel) => {
    const { projection, queriesOf } = slowModels[name]
    const db = openReopened(folder, projection)
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
    reopen: (model: SlowModel) => opened.get(model)?.db.reopen(),
    close: () => {
      for (const { db } of opened.values()) db.close()
    },
  }
}
