import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { isFileFailure } from '#projections/engine/file-failure.ts'
import { openReopened, type ReopenedDb } from '#projections/engine/reopened-db.ts'
import type { ReaderAnswer, ReaderOrder, ReaderSetup } from './reader-pool.ts'
import { answerFrom, type SlowModel, slowModels } from './slow-queries.ts'

const { folder } = workerData as ReaderSetup

/** A nice value, so that lists and commands go first when cores are scarce. Only Linux has priorities per thread. */
const afterOthers = 10
if (process.platform === 'linux') setPriority(0, afterOthers)

const opened = new Map<SlowModel, { db: ReopenedDb; queries: object }>()

const open = (name: SlowModel) => {
  const { projection, queriesOf } = slowModels[name]
  const db = openReopened(folder, projection)
  const model = { db, queries: queriesOf(db) }
  opened.set(name, model)
  return model
}

const answer = ({ model, query, args }: Extract<ReaderOrder, { type: 'query' }>): ReaderAnswer => {
  try {
    const { queries } = opened.get(model) ?? open(model)
    return { result: answerFrom(queries, query, args) }
  } catch (error) {
    return { error, ofFile: isFileFailure(error) }
  }
}

const close = () => {
  for (const { db } of opened.values()) db.close()
  parentPort?.close()
}

parentPort?.on('message', (order: ReaderOrder) => {
  switch (order.type) {
    case 'query':
      return parentPort?.postMessage(answer(order))
    case 'reopen':
      return opened.get(order.model)?.db.reopen()
    case 'close':
      return close()
    default:
      order satisfies never
  }
})
