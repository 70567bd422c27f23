import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from './reader.ts'
import type { ReaderOrder, ReaderSetup } from './reader-pool.ts'

const { folder } = workerData as ReaderSetup

/** A nice value, so that lists and commands go first when cores are scarce. Only Linux has priorities per thread. */
const afterOthers = 10
if (process.platform === 'linux') setPriority(0, afterOthers)

const reader = openReader(folder)

parentPort?.on('message', (order: ReaderOrder) => {
  switch (order.type) {
    case 'query':
      return parentPort?.postMessage(reader.answer(order.model, order.query, order.args))
    case 'reopen':
      return reader.reopen(order.model)
    case 'close':
      reader.close()
      return parentPort?.close()
    default:
      order satisfies never
  }
})
