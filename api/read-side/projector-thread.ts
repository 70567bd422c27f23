import { parentPort, workerData } from 'node:worker_threads'
import { readTextIn } from '#api/adapters/content-folder.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { attachTexts } from '#api/event-store/attach-texts.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import type { ProjectionGroup } from '#projections/registry.ts'
import type { ProjectorMessage, ProjectorOrder, ProjectorSetup } from './applying.ts'
import { runProjector } from './run-projector.ts'

const { group, ...setup } = workerData as ProjectorSetup & { group: ProjectionGroup }
const post = (message: ProjectorMessage) => parentPort?.postMessage(message)

const log = connectEventStore(setup.eventStoreUrl)
const keys = openKeyStore(setup.keysFile, setup.masterKey)
const ledger = attachTexts(openLedger(log, keys), readTextIn(setup.contentFolder))
const obey = await runProjector({ ledger, folder: setup.folder, group }, post)

parentPort?.on('message', async (order: ProjectorOrder) => {
  await obey(order)
  if (order.type !== 'close') return
  keys.close()
  await log.close()
  parentPort?.close()
})
