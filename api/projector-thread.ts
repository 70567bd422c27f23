import { parentPort, workerData } from 'node:worker_threads'
import { changeOf } from '#projections/change-of.ts'
import { projections } from '#projections/registry.ts'
import { removeLeftovers } from '#projections/replace-file.ts'
import { rightsChangedBy } from '#projections/rights-of.ts'
import { openRunner } from '#projections/runner.ts'
import { readTextIn } from './adapters/content-folder.ts'
import { openKeyStore } from './adapters/key-store.ts'
import { attachTexts } from './event-store/attach-texts.ts'
import { connectEventStore } from './event-store/eventstoredb.ts'
import { follow } from './event-store/follow.ts'
import { openLedger } from './event-store/ledger.ts'
import type { ProjectorMessage, ProjectorOrder, ProjectorSetup } from './projector.ts'

const setup = workerData as ProjectorSetup
const tell = (message: ProjectorMessage) => parentPort?.postMessage(message)

const log = connectEventStore(setup.eventStoreUrl)
const keys = openKeyStore(setup.keysFile, setup.masterKey)
const ledger = attachTexts(openLedger(log, keys), readTextIn(setup.contentFolder))
removeLeftovers(setup.folder)
const runner = openRunner(setup.folder, projections, (events) =>
  tell({
    type: 'progress',
    states: runner.states(),
    changes: events.flatMap((event) => changeOf(event) ?? []),
    rights: events.flatMap((event) => rightsChangedBy(event) ?? []),
  }),
)
tell({ type: 'opened', states: runner.states(), target: await ledger.lastPosition() })

let broken = false
const follower = {
  ...runner,
  flush: () => {
    runner.flush()
    if (broken) tell({ type: 'following' })
    broken = false
  },
}
const begin = () =>
  follow(ledger, follower, (reason) => {
    broken = true
    tell({ type: 'broken', reason: reason?.message ?? 'ended' })
  })
let following = begin()
const settling = setInterval(runner.settle, 500)

const replace = async ({ name, from }: Extract<ProjectorOrder, { type: 'replace' }>) => {
  await following.close()
  runner.replace(name, from)
  tell({ type: 'replaced', name, states: runner.states() })
  following = begin()
}

const close = async () => {
  clearInterval(settling)
  await following.close()
  runner.close()
  keys.close()
  await log.close()
  parentPort?.close()
}

// One order after the other.
let last = Promise.resolve()
parentPort?.on('message', (order: ProjectorOrder) => {
  last = last.then(() => (order.type === 'close' ? close() : replace(order)))
})
