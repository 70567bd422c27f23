import { parentPort, workerData } from 'node:worker_threads'
import { openRebuilder } from '#projections/rebuilder.ts'
import { projections } from '#projections/registry.ts'
import { isEventType } from '#schemas/events/registry.ts'
import { readTextIn } from './adapters/content-folder.ts'
import { openKeyStore } from './adapters/key-store.ts'
import { attachTexts } from './event-store/attach-texts.ts'
import { connectEventStore } from './event-store/eventstoredb.ts'
import { follow } from './event-store/follow.ts'
import { openLedger } from './event-store/ledger.ts'
import type { ProjectorSetup } from './projector.ts'
import type { RebuildMessage } from './rebuilds.ts'

const { name, ...setup } = workerData as ProjectorSetup & { name: string }
const tell = (message: RebuildMessage) => parentPort?.postMessage(message)

const projection = projections.find((each) => each.name === name)
if (!projection) throw new Error(`There is no read model ${name}`)

const log = connectEventStore(setup.eventStoreUrl)
const keys = openKeyStore(setup.keysFile, setup.masterKey)
const ledger = attachTexts(openLedger(log, keys), readTextIn(setup.contentFolder))
const target = await ledger.lastPosition()
const rebuilder = openRebuilder(setup.folder, projection, target, (difference) => {
  // A small log is read before the first report was due.
  report()
  tell({ type: 'compared', difference })
})
const report = () => tell({ type: 'progress', ...rebuilder.progress(), target })

const types = Object.keys(projection.handlers).filter(isEventType)

/** An error of a handler ends the thread, and with it the rebuild: that is how a projection that is wrong shows. */
const following = follow(ledger, rebuilder, () => undefined, target === null ? undefined : { types, until: target })

const timer = setInterval(() => {
  rebuilder.look()
  report()
}, 200)

parentPort?.once('message', async () => {
  clearInterval(timer)
  await following.close()
  rebuilder.close()
  keys.close()
  await log.close()
  tell({ type: 'closed' })
  parentPort?.close()
})
