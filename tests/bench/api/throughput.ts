import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signIn } from '#schemas/resources/sessions.ts'
import { password } from '#tests/support/teams.ts'
import { compare, type Side } from './compare.ts'
import { clientsIn } from './filled-log.ts'
import { load, type Wire, wire } from './load.ts'
import { seededCopy, startOn } from './seeded.ts'

// node tests/bench/api/throughput.ts [list list-again list-session list-session-again sites sites-again search client
// site]: calls at 32 connections beside bare handlers that answer the same bytes, in turns; what is written, beside one
// that appends one event to the same event store. No address of a list is asked twice, so that no answer is one that was
// kept, save by those called again. SCALE=10 for ten times the data, ROUNDS and ROUND_MS for how long; PROFILE names a
// folder for a CPU profile of each process.
const chosen = process.argv.slice(2)
const seeded = await seededCopy()
const { dataDir, teamId, token, email } = seeded
const { PROFILE } = process.env
const product = await startOn(dataDir, PROFILE ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${PROFILE}` } : {})
const owner = product.guest()
await owner.call(signIn, { body: { email, password } })

const bareFile = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
const bareArgs = [join(dataDir, 'read-models'), teamId, product.eventStoreUrl]
const bare = fork(bareFile, bareArgs, { execArgv: [], env: { ...process.env, NODE_ENV: 'production' } })
const [{ port: barePort }] = (await once(bare, 'message')) as [{ port: number }]
const ourPort = Number(new URL(product.url).port)

type Ask = (headers: Record<string, string>) => (n: number) => Wire
const byToken = { authorization: `Bearer ${token}` }
const bySession = { cookie: owner.cookie() ?? '' }

const accept = { accept: 'application/json' }

const measure = async (what: string, ask: Ask, aim: number, { status = 200, credential = byToken as object } = {}) => {
  const sideOf = (name: string, pid: number, port: number, request: (n: number) => Wire): Side => {
    return { name, pid, run: (milliseconds) => load(port, request, { milliseconds, status }) }
  }
  const ours = sideOf('ours', product.pidOf('API') ?? 0, ourPort, ask({ ...credential, ...accept }))
  await compare(what, ours, sideOf('bare', bare.pid ?? 0, barePort, ask(accept)), aim)
}

const get =
  (...paths: string[]): Ask =>
  (headers) => {
    const requests = paths.map((path) => wire('GET', path, headers))
    return (n) => requests[n % requests.length] ?? ''
  }

let asked = 0

/** The same, each time at an address that was never asked. */
const getAnew =
  (...paths: string[]): Ask =>
  (headers) =>
  (n) => {
    asked += 1
    return wire('GET', `${paths[n % paths.length]}&asked=${asked}`, headers)
  }

/** Refuses to compare what differs. */
const requireSame = async (path: string) => {
  const [ours, theirs] = await Promise.all(
    [product.url, `http://127.0.0.1:${barePort}`].map(async (url) => {
      const answer = await fetch(url + path, { headers: byToken })
      return `${answer.headers.get('x-total-count')} ${await answer.text()}`
    }),
  )
  if (ours !== theirs) throw new Error(`${path} differs:\n${ours?.slice(0, 500)}\n${theirs?.slice(0, 500)}`)
}

const list = '/api/clients?limit=50'
const clients = clientsIn(dataDir)
const sitesOf = clients.map((id) => `/api/clients/${id}/sites?limit=50`)
const [sites = ''] = sitesOf
const words = ['derby', 'boiler exeter', 'depot 4711', 'jones', 'AB12', 'hull gas', 'frome 17', 'carter']
const searches = words.map((text) => `/api/sites/search/${encodeURIComponent(text)}?limit=50`)

const posting =
  (path: string, bodyOf: (n: number) => object): Ask =>
  (headers) =>
  (n) =>
    wire('POST', path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(bodyOf(n)))

const newClient = (n: number) => ({ name: `Client ${n}` })
const newSite = (n: number) => ({ name: `Site ${n}`, client_id: clients[n % clients.length] })

const cases: Record<string, () => Promise<void>> = {
  list: () => measure('a list of 50', getAnew(list), 0.9),
  'list-again': () => measure('a list of 50, asked again', get(list), 0.9),
  'list-session': () => measure('a list of 50, by session cookie', getAnew(list), 0.9, { credential: bySession }),
  'list-session-again': () =>
    measure('a list of 50, asked again, by session cookie', get(list), 0.9, { credential: bySession }),
  sites: () => measure('sites with counts, of 1,000 clients in turn', getAnew(...sitesOf), 0.85),
  'sites-again': () => measure("a client's 42 sites with counts, asked again", get(sites), 0.85),
  search: () => measure('a search of sites', get(...searches), 0.8),
  client: () => measure('create a client', posting('/api/client', newClient), 0.7, { status: 201 }),
  site: () =>
    measure('create a site, its place in the plan included', posting('/api/site', newSite), 0.35, { status: 201 }),
}

try {
  for (const path of [list, sites, ...searches]) await requireSame(path)
  for (const [name, run] of Object.entries(cases)) if (chosen.length === 0 || chosen.includes(name)) await run()
} finally {
  bare.kill()
  await product.stop()
  await seeded.remove()
}
