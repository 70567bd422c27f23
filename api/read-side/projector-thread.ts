import { parentPort, workerData } from 'node:worker_threads'
import { type ProjectionGroup, projectionGroups } from '#projections/registry.ts'
import type { ProjectorMessage, ProjectorOrder, ProjectorSetup } from './applying.ts'
import { runProjector } from './run-projector.ts'
import { openThreadLedger } from './thread-ledger.ts'

const { group, ...setup } = workerData as ProjectorSetup & { group: ProjectionGroup }
const post = (message: ProjectorMessage) => parentPort?.postMessage(message)

const { ledger, close } = await openThreadLedger(setup, projectionGroups[group])
const obey = await runProjector({ ledger, folder: setup.folder, group }, post)

parentPort?.on('message', async (order: ProjectorOrder) => {
  await obey(order)
  if (order.type !== 'close') return
  await close()
  parentPort?.close()
})
