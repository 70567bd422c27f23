import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { v7 as newUuid } from 'uuid'
import { csvRows } from '#api/adapters/table-rows.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { addField } from '#schemas/resources/fields.ts'
import { register } from '#schemas/resources/registration.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { importFile } from '#tests/support/imports.ts'
import { newInstallation, startProduct } from '#tests/support/product.ts'
import { registration } from '#tests/support/teams.ts'
import { concurrently, report } from '../event-store/measure.ts'
import { processorSeconds, residentMegabytes } from '../process-cost.ts'
import { ownNames, sitesFile } from './sites-file.ts'

// ROWS=100000 node tests/bench/import/import.ts: an import into the whole product, against yardsticks of the same run.
const rows = Number(process.env.ROWS ?? 100_000)
const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'import-bench-'))
const path = join(folder, 'sites.csv')
writeFileSync(path, sitesFile(rows))

const rate = async (count: number, work: () => Promise<void> | void): Promise<number> => {
  const started = performance.now()
  await work()
  return (count / (performance.now() - started)) * 1000
}

/** Reads the table and writes each row into SQLite: the cost of an import without an event store. */
const parseAndInsert = async (): Promise<void> => {
  const db = new DatabaseSync(join(folder, 'bare.sqlite'))
  db.exec('CREATE TABLE sites (id TEXT PRIMARY KEY, name TEXT, postcode TEXT, client TEXT) STRICT; BEGIN')
  const insert = db.prepare('INSERT INTO sites (id, name, postcode, client) VALUES (?, ?, ?, ?)')
  for await (const row of csvRows(path, 'utf-8')) {
    if (!('cells' in row)) continue
    const { external_id, name, postcode, client } = row.cells as Record<string, string>
    insert.run(external_id ?? '', name ?? '', postcode ?? '', client ?? '')
  }
  db.exec('COMMIT')
  db.close()
}

/** Microseconds of processor time that a process has used. */
const spentBy = (pid: number | undefined): number => processorSeconds(pid ?? 0) * 1_000_000

/** Prints the processor time that each part has used for each row since `before`. */
const sayTime = (after: Record<string, number>, before: Record<string, number>): void => {
  const each = (part: string) => ((after[part] ?? 0) - (before[part] ?? 0)) / rows
  const parts = Object.keys(after).map((part) => `${part} ${each(part).toFixed(0)} us`)
  const all = Object.keys(after).reduce((sum, part) => sum + each(part), 0)
  process.stdout.write(`  processor time a row: ${parts.join(', ')}; together ${all.toFixed(0)} us\n`)
}

/** Appends the events of an import to as many streams, and does nothing else. */
const bareAppends = async (): Promise<number> => {
  const store = await startEventStore(['--file', join(folder, 'events.sqlite')])
  const log = connectEventStore(store.url)
  const teamId = newUuid()
  const clientId = newUuid()
  const actor = newUuid()
  const metadata = {
    at: new Date().toISOString(),
    actor,
    impersonator: null,
    via: { kind: 'import', id: newUuid() },
    teamId,
    commandId: newUuid(),
    correlationId: newUuid(),
    causationId: newUuid(),
    requestId: newUuid(),
    version: 1,
  } as unknown as Parameters<typeof log.append>[2][number]['metadata']
  let next = 0
  const spent = () => ({ client: spentBy(process.pid), 'event store': spentBy(store.pid) })
  const before = spent()
  const appended = await rate(rows, () =>
    concurrently(256, async () => {
      for (let row = next++; row < rows; row = next++) {
        const siteId = newUuid()
        const names = { name: `Facility ${row} at the harbour`, postcode: `N${row % 90} ${row % 9}AB` }
        const data = { siteId, teamId, clientId, ...names, external_id: `S-${row}` }
        await log.append(`site-${siteId}`, 'no-stream', [{ id: newUuid(), type: 'SiteAdded', data, metadata }])
      }
    }),
  )
  const after = spent()
  await log.close()
  await store.stop()
  report('the same events, bare appends', appended)
  sayTime(after, before)
  return appended
}

const inserts = await rate(rows, parseAndInsert)
report('CSV parsed and inserted into SQLite', inserts)
const appends = await bareAppends()

const installation = await newInstallation()
const product = await startProduct(installation)
const owner = product.guest()
await owner.call(register, { body: registration() })
const { body: client } = await owner.call(addClient, { body: { name: 'Acme' } })

const loop = Math.min(rows, Number(process.env.POSTS ?? 2000))
const posts = await rate(loop, async () => {
  for (let row = 0; row < loop; row += 1) {
    const json = { name: `Site ${row}`, postcode: null, client_id: client.id }
    const { status } = await owner.request('POST', '/api/site', { json })
    if (status !== 201) throw new Error(`POST /api/site: ${status}`)
  }
})
report('a loop of POST /api/site', posts)

const spent = (): Record<string, number> => ({
  API: spentBy(product.pidOf('API')),
  'event store': spentBy(product.pidOf('event store')),
  workers: spentBy(product.pidOf('workers')),
})

const memory = () => residentMegabytes(product.pidOf('API') ?? 0).most
const before = memory()
const text = readFileSync(path, 'utf8')
const dry = await rate(rows, async () => {
  const { summary } = await importFile(owner, 'sites', text, { dry_run: true, create_clients: true })
  if (summary?.created !== rows) throw new Error('A row was refused')
})
report('dry run', dry, ['CSV into SQLite', inserts])
const beforeImport = spent()

let position = ''
const began = performance.now()
const imported = await rate(rows, async () => {
  const { summary, broken } = await importFile(owner, 'sites', text, { create_clients: true })
  if (summary?.created !== rows) throw new Error(broken ?? JSON.stringify(summary))
  position = summary.position ?? ''
})
for (let status = 0; status !== 200; ) {
  const headers = { 'x-min-position': position }
  status = (await owner.request('GET', '/api/sites?limit=1', { headers })).status
}
const inLists = (rows / (performance.now() - began)) * 1000
report('import, to its summary', imported, ['bare appends (aim 0.5)', appends])
report('', imported, ['a loop of POST', posts])
report('import, until the lists have all of it', inLists, ['bare appends', appends])
sayTime(spent(), beforeImport)
process.stdout.write(`memory of the API at most: ${before} MB before, ${memory()} MB after\n`)
const again = await rate(rows, async () => {
  const { summary } = await importFile(owner, 'sites', text, { create_clients: true })
  if (summary?.unchanged !== rows) throw new Error('A row has changed')
})
report('the same file again', again)

/** The rate of an import into an empty team, until lists show it. */
const rateWith = async (own: readonly string[]): Promise<number> => {
  const other = product.guest()
  await other.call(register, { body: registration() })
  for (const name of own) await other.call(addField, { body: { of: 'sites', name, kind: 'text' } })
  const table = sitesFile(rows, 0, own)
  return rate(rows, async () => {
    const { summary } = await importFile(other, 'sites', table, { create_clients: true })
    if (summary?.created !== rows) throw new Error('A row was refused')
  })
}
const bare = await rateWith([])
report('import into another team', bare)
report('with ten own values a row (aim 0.77)', await rateWith(ownNames), ['without', bare])

await product.stop()
await installation.remove()
rmSync(folder, { recursive: true })
