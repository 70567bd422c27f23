import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inTurns, sayHeads, sayMemory, sayRates, type Work } from '../side-by-side/rounds.ts'
import { type Side, startOurs } from '../side-by-side/sides.ts'
import { type Calls, called, fetchFrom, getting, posting } from '../side-by-side/work.ts'

// node tests/bench/versions/main.ts OTHER [token session sites client site memory]: this checkout and another one, such as
// a worktree of an older commit with its packages installed, over HTTP, in turns, each on its own copy of the same data.
// SCALE=0.1 takes a tenth of the data; ROUNDS and ROUND_MS set the duration, WARM the calls before it.
const [other, ...chosen] = process.argv.slice(2)
if (other === undefined) throw new Error('Say the folder of the other version')
const rounds = Number(process.env.ROUNDS ?? 5)
const warm = Number(process.env.WARM ?? 4000)
const profiles = process.env.PROFILE

const kept = process.env.BENCH_DIR ?? tmpdir()
const sides: Side[] = []
const leave: (() => Promise<void>)[] = []
const clientsOf = new Map<Side, string[]>()

const start = async (folder: string) => {
  // Each checkout keeps data of its own format.
  process.env.BENCH_DIR = join(kept, basename(folder))
  mkdirSync(process.env.BENCH_DIR, { recursive: true })
  const own: typeof import('../api/seeded.ts') = await import(join(folder, 'tests/bench/api/seeded.ts'))
  const seeded = await own.seededCopy()
  leave.push(seeded.remove)
  const profile = profiles && join(profiles, basename(folder))
  const env = profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` } : {}
  const side = { ...(await startOurs(seeded, (dataDir) => own.startOn(dataDir, env))), name: basename(folder) }
  sides.push(side)
  const clients: { id: string }[] = await (await fetchFrom(side, '/api/clients?limit=1000')).json()
  clientsOf.set(
    side,
    clients.map(({ id }) => id),
  )
}

let asked = 0

/** An address that was never asked before: some versions keep answers. */
const anew = (path: string) => {
  asked += 1
  return `${path}?limit=50&_asked=${asked}`
}

const clientOf = (side: Side, n: number) => {
  const clients = clientsOf.get(side) ?? []
  return clients[n % clients.length]
}

const measure = async (name: string, callsOf: (side: Side) => Calls) => {
  const work: Work = (side, round) => called(name, callsOf(side))(side, round)
  for (const side of sides) {
    for (let answers = 0; answers < warm; ) answers += (await work(side, 0))[name]?.answers ?? warm
  }
  sayRates(await inTurns(sides, rounds, work))
}

const works: Record<string, () => Promise<void>> = {
  token: () => measure('list of 50 clients, by token', () => getting(() => anew('/api/clients'))),
  session: () => measure('the same, by session cookie', () => getting(() => anew('/api/clients'), 'session')),
  sites: () =>
    measure("a client's sites with counts", (side) => getting((n) => anew(`/api/clients/${clientOf(side, n)}/sites`))),
  client: () => measure('create a client', () => posting('/api/client', (n) => ({ name: `Added ${n}` }))),
  site: () =>
    measure('create a site', (side) =>
      posting('/api/site', (n) => ({ name: `Added ${n}`, client_id: clientOf(side, n) })),
    ),
  memory: async () => {
    await wait(60_000)
    sayMemory('memory, idle for a minute', sides)
  },
}

try {
  for (const folder of [resolve(import.meta.dirname, '../../..'), resolve(other)]) await start(folder)
  sayHeads(sides)
  for (const [name, run] of Object.entries(works)) if (chosen.length === 0 || chosen.includes(name)) await run()
} finally {
  for (const side of sides) await side.stop()
  for (const end of leave) await end()
}
