import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addClient } from '#schemas/resources/clients.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { startApp } from '#tests/support/app.ts'
import { newTeam } from '#tests/support/teams.ts'

// node tests/bench/api/functions-of-a-call.ts [list]: how many of the product's own functions one warm call runs, and in
// how many files, by V8's precise coverage of an API with ports in memory. `list` names them.
const listed = process.argv.includes('list')
const root = pathToFileURL(join(import.meta.dirname, '../../..')).href
const folders = ['api', 'projections', 'schemas', 'workers'].map((folder) => `${root}/${folder}/`)

/** Calls before the one that counts, so that what is made once is made. */
const warmCalls = 20

const session = new Session()
session.connect()
await session.post('Profiler.enable')

/** The functions that ran since coverage was last taken, as `file: name`. */
const taken = async (): Promise<{ file: string; name: string }[]> => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => folders.some((folder) => url.startsWith(folder)))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges: [whole] }) => whole !== undefined && whole.count > 0 && whole.startOffset > 0)
        .map(({ functionName, ranges: [whole] }) => ({
          file: url.slice(root.length + 1),
          name: functionName || `at ${whole?.startOffset}`,
        })),
    )
}

const app = await startApp()
const owner = await newTeam(app)
const { body: client } = await owner.call(addClient, { body: { name: 'Acme' } })
const calls = {
  'GET /api/sites': () => owner.call(listSites),
  'POST /api/site': (n: number) => owner.call(addSite, { body: { name: `Site ${n}`, client_id: client.id } }),
}

for (const [name, call] of Object.entries(calls)) {
  for (let n = 0; n < warmCalls; n += 1) await call(n)
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await taken()
  await call(warmCalls)
  const ran = await taken()
  await session.post('Profiler.stopPreciseCoverage')
  const files = new Set(ran.map(({ file }) => file))
  process.stdout.write(`${name}: ${ran.length} functions in ${files.size} files\n`)
  if (listed) for (const { file, name: named } of ran) process.stdout.write(`  ${file}: ${named}\n`)
}
session.disconnect()
await app.close()
