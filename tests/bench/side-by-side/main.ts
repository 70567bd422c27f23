import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { clientsIn } from '../api/filled-log.ts'
import { seededCopy } from '../api/seeded.ts'
import { inTurns, sayDisturbed, sayDisturbedHeads, sayHeads, sayMemory, sayRates, type Work } from './rounds.ts'
import { type Side, startOurs, startPostgres, startSqlite } from './sides.ts'
import {
  called,
  disturbed,
  fetchFrom,
  getting,
  importedSites,
  importSites,
  posting,
  searchedByEight,
  started,
  uploaded,
} from './work.ts'

// node tests/bench/side-by-side/main.ts [memory start list session sites search create site upload import while]: the whole
// product and two plain servers, one with SQLite and one with PostgreSQL, over HTTP, in turns. SCALE=0.1 takes a tenth
// of the data; ROUNDS, ROUND_MS, UPLOADS and ROWS (of one import) set the duration.
const chosen = process.argv.slice(2)
const rounds = Number(process.env.ROUNDS ?? 3)
const uploads = Math.ceil(Number(process.env.UPLOADS ?? 100) / rounds)

const seeded = await seededCopy()
const clients = clientsIn(seeded.dataDir)
const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'side-by-side-'))
// PostgreSQL's user has to reach its own folder in it.
chmodSync(folder, 0o711)
const sides: Side[] = []

const words = ['derby', 'boiler exeter', 'depot 4711', 'jones', 'hull gas', 'frome 170', 'carter', 'generator knox']
const of = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

// Each list differs from its predecessors, so that no side answers from what it keeps.
const listPath = (n: number) => `/api/clients?limit=${40 + (n % 21)}`
const list = getting(listPath)
const listBySession = getting(listPath, 'session')
const sites = getting((n) => `/api/clients/${of(clients, n)}/sites?limit=50`)
const search = getting((n) => `/api/search?q=${encodeURIComponent(of(words, n))}&limit=20`)
const create = posting('/api/client', (n) => ({ name: `Added ${n}` }))
const createSite = posting('/api/site', (n) => ({ name: `Added ${n}`, client_id: of(clients, n) }))

/** Refuses to compare sides that hold different records. */
const requireSame = async (path: string) => {
  const answers = await Promise.all(
    sides.map(async (side) => {
      const rows: { id: string; name: string }[] = await (await fetchFrom(side, path)).json()
      return JSON.stringify(rows.map(({ id, name }) => [id, name]))
    }),
  )
  if (new Set(answers).size !== 1) throw new Error(`${path} differs:\n${answers.map((each) => each.slice(0, 300))}`)
}

const measure = async (work: Work, count = rounds) => sayRates(await inTurns(sides, count, work))

/** Counts requests, not time: on a busy machine, code that ran too seldom is not compiled yet. */
const measureWarm = async (name: string, calls: typeof list, warmAfter = 300) => {
  const work = called(name, calls)
  for (const side of sides) {
    for (let answers = 0; answers < warmAfter; ) answers += (await work(side, 0))[name]?.answers ?? warmAfter
  }
  await measure(work)
}

const measureMemory = async () => {
  await wait(10_000)
  sayMemory('memory, idle', sides)
}

const uploadAll: Work = async (side) => {
  const { accepted, drawn } = await uploaded(side, site, uploads, 4)
  return { 'uploads, 4 at once, until the thumbnail': drawn, '- until accepted': accepted }
}

const uploadOne: Work = async (side) => {
  const { accepted, drawn } = await uploaded(side, site, Math.ceil(uploads / 4), 1)
  return { 'one upload, until the thumbnail': drawn, '- until accepted': accepted }
}

const measureWhile = async () => {
  process.stdout.write('\n')
  sayDisturbedHeads(sides)
  const others = {
    'eight search': searchedByEight(search),
    'an import runs': importSites,
    'uploads run': (side: Side) => uploaded(side, site, uploads, 4),
  }
  for (const [what, work] of Object.entries(others)) {
    sayDisturbed(await inTurns(sides, rounds, disturbed(what, list, create, work)))
  }
}

const works: Record<string, () => Promise<void>> = {
  memory: measureMemory,
  // More restarts within a minute count as a failure of the product.
  start: () => measure(started, Math.min(rounds, 3)),
  list: () => measureWarm('list of 40 to 60 clients', list, 3000),
  session: () => measureWarm('the same, by session cookie', listBySession),
  sites: () => measureWarm("a client's sites with counts", sites),
  search: () => measureWarm('search of three kinds, 20 of each', search),
  create: () => measureWarm('create a client', create),
  site: () => measureWarm('create a site', createSite),
  upload: async () => {
    await measure(uploadOne)
    await measure(uploadAll)
  },
  import: () => measure(importedSites),
  while: measureWhile,
}

let site = ''
try {
  sides.push(await startOurs(seeded))
  for (const start of [startSqlite, startPostgres]) sides.push(await start(seeded, folder))
  const [first] = sides
  if (!first) throw new Error('Nothing started')
  for (const path of ['/api/clients?limit=50', `/api/clients/${clients[0]}/sites?limit=50`]) await requireSame(path)
  const ofFirst: { id: string }[] = await (await fetchFrom(first, `/api/clients/${clients[0]}/sites?limit=1`)).json()
  site = ofFirst[0]?.id ?? ''
  sayHeads(sides)
  for (const [name, run] of Object.entries(works)) if (chosen.length === 0 || chosen.includes(name)) await run()
} finally {
  for (const side of sides) await side.stop()
  await seeded.remove()
  rmSync(folder, { recursive: true, force: true })
}
