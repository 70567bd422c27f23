import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { readEnv } from '#api/env/env.ts'
import { inThread } from '#api/read-side/applying.ts'
import { buildInThreads } from '#api/read-side/first-builds.ts'
import { startProjector } from '#api/read-side/projector.ts'
import type { Measured } from './rebuilding.ts'

// The process that rebuild.ts starts to build all read models of a log, as the API does when their files are missing.
const [eventStoreUrl = '', dataDir = '', folder = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const memory: number[] = []
const look = () => memory.push(Math.round(process.memoryUsage.rss() / 1024 ** 2))
const looking = setInterval(look, 100)
const fail = (problem: Error | string) => {
  throw problem
}

const started = performance.now()
const before = process.cpuUsage()
const setup = {
  eventStoreUrl,
  folder,
  contentUrl: pathToFileURL(join(dataDir, 'content')).href,
  keysUrl: pathToFileURL(join(dataDir, 'keys.sqlite')).href,
  masterKey: masterKeyFor(readEnv({ DATA_DIR: dataDir })),
}
const projector = await startProjector({
  startApplying: inThread(setup),
  startBuilds: buildInThreads(setup),
  report: fail,
  died: fail,
})
const isReady = () => (projector.readiness().ready ? true : undefined)
while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 50))
const seconds = (performance.now() - started) / 1000
clearInterval(looking)
const { user, system } = process.cpuUsage(before)
const measured: Measured = { taken: 0, seconds, processorSeconds: (user + system) / 1e6, memory }
process.send?.(measured, () => process.exit())
