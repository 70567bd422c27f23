import { parentPort, workerData } from 'node:worker_threads'
import { buildFolder } from '#projections/engine/replace-file.ts'
import { projections } from '#projections/registry.ts'
import type { ProjectorSetup } from './applying.ts'
import { buildFiles } from './build-files.ts'
import { openThreadLedger } from './thread-ledger.ts'

// Builds some read models from one pass through the log, up to its end at the start, and exits.
const { names, ...setup } = workerData as ProjectorSetup & { names: readonly string[] }

const asked = projections.filter(({ name }) => names.includes(name))
const { ledger, close } = await openThreadLedger(setup, asked)
const building = {
  ledger,
  projections: asked,
  folderOf: (name: string) => buildFolder(setup.folder, name),
  target: (await ledger.newest()) ?? { position: '0', id: '' },
}
await buildFiles(building, (message) => parentPort?.postMessage(message))
await close()
