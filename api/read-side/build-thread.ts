import { parentPort, workerData } from 'node:worker_threads'
import { buildFolder } from '#projections/engine/replace-file.ts'
import { past } from '#projections/past/past.ts'
import { projections } from '#projections/registry.ts'
import type { ProjectorSetup } from './applying.ts'
import { buildFiles } from './build-files.ts'
import { openThreadLedger } from './thread-ledger.ts'

// Builds some read models from one pass through the log, up to its end at the start, the past from another, and exits.
const { names, ...setup } = workerData as ProjectorSetup & { names: readonly string[] }

const asked = projections.filter(({ name }) => names.includes(name))
const { ledger, close } = await openThreadLedger(setup, asked)
const target = (await ledger.newest()) ?? { position: '0', id: '' }
const folderOf = (name: string) => buildFolder(setup.folder, name)
// Nothing waits for the past, and so the others do not wait for it.
const passes = [asked.filter((each) => each !== past), asked.filter((each) => each === past)]
for (const pass of passes.filter(({ length }) => length > 0)) {
  const building = { ledger, projections: pass, folderOf, target }
  await buildFiles(building, (message) => parentPort?.postMessage(message))
}
await close()
