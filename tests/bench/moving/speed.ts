import { openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { register } from '#schemas/resources/registration.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import type { Caller } from '#tests/support/caller.ts'
import { newInstallation, startProduct } from '#tests/support/product.ts'
import { registration } from '#tests/support/teams.ts'
import { newConfig } from '#tests/support/terminal.ts'
import { processorSeconds } from '../process-cost.ts'
import { typed } from './typed.ts'

/**
 * `node tests/bench/moving/speed.ts [files] [rows]`: files of 1 MB by `import files` and the same bytes by `POST /api/file`
 * with 4 at once, in turns, with what a list and a create take alone and meanwhile; then a dry run of so many rows.
 */
const files = Number(process.argv[2] ?? 3000)
const rows = Number(process.argv[3] ?? 100_000)
const turns = 3
const inTurn = Math.ceil(files / turns)

const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'siteledger-speed-'))
const installation = await newInstallation()
const product = await startProduct(installation)
const url = `http://127.0.0.1:${installation.port}`
const abilities = offeredAbilities(false).map(({ value }) => value)
const layout = ['--layout', '{client}/{site}/{name}', '--create', 'clients,sites']

const newTeam = async () => {
  const owner = product.guest()
  await owner.call(register, { body: registration() })
  const { body: token } = await owner.call(createApiToken, { body: { name: 'Terminal', abilities } })
  const env = { SITELEDGER_URL: url, SITELEDGER_TOKEN: token.token, SITELEDGER_CONFIG: newConfig() }
  const { body: client } = await owner.call(addClient, { body: { name: 'Acme' } })
  const { body: site } = await owner.call(addSite, { body: { name: 'North', client_id: client.id } })
  return { owner, env, client, site, bearer: { authorization: `Bearer ${token.token}` } }
}
type Team = Awaited<ReturnType<typeof newTeam>>

/** Files that differ at their start alone, 30 a site. */
const write = async (share: string, count: number, bytesEach: number): Promise<void> => {
  const bytes = Buffer.alloc(bytesEach, 'x')
  for (let file = 0; file < count; file += 1) {
    const site = join(share, `Client ${Math.floor(file / 300)}`, `Site ${Math.floor(file / 30)}`)
    if (file % 30 === 0) await mkdir(site, { recursive: true })
    bytes.write(`%PDF-1.7\n${share} ${file}\n`, 'latin1')
    await writeFile(join(site, `File ${file}.pdf`), bytes)
  }
}

/** Seconds of processor time of those who serve, without the drawing of thumbnails. */
const spent = (): number =>
  (['API', 'event store'] as const).reduce((sum, part) => sum + processorSeconds(product.pidOf(part) ?? 0), 0)

/** The 99th percentile, in milliseconds. */
const p99 = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0

/** What somebody else's list and create take, one every 25 ms, until it is stopped. */
const lookOn = (owner: Caller, { id: client_id }: Team['client']) => {
  const took = { list: [] as number[], create: [] as number[] }
  let isOver = false
  const each = async (times: number[], call: (count: number) => Promise<{ status: number }>) => {
    for (let count = 0; !isOver; count += 1) {
      const began = performance.now()
      const { status } = await call(count)
      if (status >= 300) throw new Error(`Answered ${status}`)
      times.push(performance.now() - began)
      await wait(25)
    }
  }
  const looking = Promise.all([
    each(took.list, () => owner.request('GET', '/api/sites?limit=50')),
    each(took.create, (count) => owner.request('POST', '/api/site', { json: { name: `Site ${count}`, client_id } })),
  ])
  return async () => {
    isOver = true
    await looking
    return { list: p99(took.list), create: p99(took.create) }
  }
}

const posted = async (share: string, { site, bearer }: Team) => {
  const paths = (await readdir(share, { recursive: true })).filter((path) => path.endsWith('.pdf'))
  const began = performance.now()
  const caller = async (): Promise<void> => {
    for (let path = paths.pop(); path; path = paths.pop()) {
      const body = new FormData()
      body.append('site_id', site.id)
      body.append('file', await openAsBlob(join(share, path), { type: 'application/pdf' }), 'file.pdf')
      const { status } = await fetch(`${url}/api/file`, { method: 'POST', body, headers: bearer })
      if (status !== 201) throw new Error(`Answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, caller))
  return { seconds: (performance.now() - began) / 1000 }
}

/** Milliseconds until a dry run of these rows answers its first ones, asked by nothing but a fetch. */
const firstRows = async ({ bearer }: Team): Promise<number> => {
  const sha256 = (row: number) => row.toString(16).padStart(64, '0')
  const body = Array.from({ length: rows }, (_, row) =>
    JSON.stringify({ path: `a/${row}.pdf`, site: 'North', size: 1000, sha256: sha256(row) }),
  ).join('\n')
  const headers = { ...bearer, 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' }
  const began = performance.now()
  const answer = await fetch(`${url}/api/import/files?dry_run=true`, { method: 'POST', body, headers })
  const reader = answer.body?.getReader()
  await reader?.read()
  const first = performance.now() - began
  await reader?.cancel()
  return first
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

try {
  const mover = await newTeam()
  const poster = await newTeam()
  const other = await newTeam()
  const ratios: number[] = []
  for (let turn = 1; turn <= turns; turn += 1) {
    const share = join(folder, `turn ${turn}`)
    await write(share, inTurn, 1_000_000)
    const looked = async <Result>(work: () => Promise<Result>) => {
      const looking = lookOn(other.owner, other.client)
      const before = spent()
      const done = await work()
      return { ...done, spent: spent() - before, ...(await looking()) }
    }
    const alone = await looked(() => wait(5_000, {}))
    const post = await looked(() => posted(share, poster))
    const move = await looked(() => typed(mover.env, ['import', 'files', share, ...layout]))
    if (move.code !== 0) throw new Error(move.text)
    ratios.push(post.seconds / move.seconds)
    const each = ({ spent: seconds }: { spent: number }) => `${((seconds / inTurn) * 1000).toFixed(1)} ms`
    const rate = ({ seconds }: { seconds: number }) => `${(inTurn / seconds).toFixed(1)}/s`
    print(`${inTurn} files: ${rate(post)} posted, ${rate(move)} imported with ${move.peak} MB`)
    print(`  processor time of API and event store for each, with the lookers: ${each(post)}, ${each(move)}`)
    for (const what of ['list', 'create'] as const) {
      const times = [alone, post, move].map((each) => each[what].toFixed(0)).join(', ')
      print(`  ${what} at p99 alone, beside posts, beside the import: ${times} ms`)
    }
    await rm(share, { recursive: true })
  }
  print(
    `rate of the import to that of POST /api/file: ${median(ratios).toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(', ')})`,
  )
  print(`dry run of ${rows} rows: the first after ${(await firstRows(mover)).toFixed(0)} ms`)
  const many = join(folder, 'many')
  await write(many, rows, 100)
  for (const words of ['for the first time', 'again']) {
    const { code, text, seconds, peak } = await typed(mover.env, ['import', 'files', many, ...layout, '--dry-run'])
    print(`  by the command line ${words}: ${seconds.toFixed(1)} s, ${peak} MB, exit code ${code}`)
    print(`  ${text.trim().split('\n').at(-1)}`)
  }
} finally {
  await product.stop()
  await installation.remove()
  await rm(folder, { recursive: true })
}
