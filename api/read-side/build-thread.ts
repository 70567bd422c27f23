import { parentPort, workerData } from 'node:worker_threads'
import { readTextIn } from '#api/adapters/content-folder.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { attachTexts } from '#api/event-store/attach-texts.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { buildFolder } from '#projections/engine/replace-file.ts'
import { projections } from '#projections/registry.ts'
import type { ProjectorSetup } from './applying.ts'
import { buildFiles } from './build-files.ts'

// Builds some read models from one pass through the log, up to its end at the start, and exits.
const { names, ...setup } = workerData as ProjectorSetup & { names: readonly string[] }

const log = connectEventStore(setup.eventStoreUrl)
const keys = openKeyStore(setup.keysFile, setup.masterKey)
const ledger = attachTexts(openLedger(log, keys), readTextIn(setup.contentFolder))
const building = {
  ledger,
  projections: projections.filter(({ name }) => names.includes(name)),
  folderOf: (name: string) => buildFolder(setup.folder, name),
  target: (await ledger.newest()) ?? { position: '0', id: '' },
}
await buildFiles(building, (message) => parentPort?.postMessage(message))
keys.close()
await log.close()
