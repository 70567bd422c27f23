import { parentPort, workerData } from 'node:worker_threads'
import { follow } from '#api/event-store/follow.ts'
import { skippedEvents } from '#api/event-store/skipped-events.ts'
import type { TableDifference } from '#projections/engine/comparison.ts'
import { openRebuilder } from '#projections/engine/rebuilder.ts'
import { projections } from '#projections/registry.ts'
import { isEventType } from '#schemas/events/registry.ts'
import type { ProjectorSetup } from './applying.ts'
import type { RebuildMessage } from './rebuilds.ts'
import { openThreadLedger } from './thread-ledger.ts'

const { name, ...setup } = workerData as ProjectorSetup & { name: string }
const post = (message: RebuildMessage) => parentPort?.postMessage(message)

const projection = projections.find((each) => each.name === name)
if (!projection) throw new Error(`There is no read model ${name}`)

const { ledger, close } = await openThreadLedger(setup, [projection])
const end = await ledger.newest()
const target = end?.position ?? null
const compared = (difference: TableDifference[]) => {
  // A small log is read before the first periodic report.
  report()
  post({ type: 'compared', difference })
}
const rebuilder = openRebuilder(setup.folder, projection, target, compared, await skippedEvents(ledger))
const report = () => post({ type: 'progress', ...rebuilder.progress(), target })

const types = Object.keys(projection.handlers).filter(isEventType)

/** An error of a handler ends the thread and fails the rebuild, which reveals a faulty projection. */
const following = follow(
  ledger,
  { ...rebuilder, places: () => (end === null ? [] : [end]) },
  () => undefined,
  end === null ? undefined : { types, until: end },
)

const timer = setInterval(() => {
  rebuilder.compareIfReady()
  report()
}, 200)

parentPort?.once('message', async () => {
  clearInterval(timer)
  await following.close()
  rebuilder.close()
  await close()
  post({ type: 'closed' })
  parentPort?.close()
})
