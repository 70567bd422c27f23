import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { startEventStore } from '#tests/support/event-store.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { newInstallation, type Product, startProduct } from '#tests/support/product.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { fillLog } from '../api/filled-log.ts'

// SCALE=1 node tests/bench/event-store/standstill.ts: how long nobody is answered while an installation moves to another
// event store, beside an ordinary stop and start of it, and a start that builds its read models anew.
const scale = Number(process.env.SCALE ?? 1)
const program = join(import.meta.dirname, '../../../cli/operations/log/main.ts')

const installation = await newInstallation()
const { dataDir } = installation
await fillLog(dataDir, newTeamId(), newUserId(), {
  clients: 5_000 * scale,
  sites: 25_000 * scale,
  visits: 25_000 * scale,
  files: 50_000 * scale,
})
const db = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
const events = Number(db.prepare('SELECT count(*) AS n FROM event').get()?.n)
db.close()
const elsewhere = mkdtempSync(join(tmpdir(), 'siteledger-elsewhere-'))
const store = await startEventStore(['--file', join(elsewhere, 'events.sqlite')])
const address = join(elsewhere, 'address')
writeFileSync(address, store.url)

const say = (what: string, milliseconds: number): boolean =>
  process.stdout.write(`${what.padEnd(44)}${(milliseconds / 1000).toFixed(1).padStart(7)} s\n`)

/**
 * Starts the product, and waits until all of its read models hold what the log does; by then people are answered, while the
 * workers are starting.
 */
const startReady = async (env: NodeJS.ProcessEnv = {}): Promise<{ started: Promise<Product> }> => {
  const started = startProduct(installation, env)
  const isReady = () =>
    fetch(`http://127.0.0.1:${installation.port}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) await wait(25)
  return { started }
}

const stop = async ({ started }: Awaited<ReturnType<typeof startReady>>): Promise<void> => (await started).stop()

const timed = async <Result>(what: string, act: () => Promise<Result>): Promise<Result> => {
  const began = performance.now()
  const result = await act()
  say(what, performance.now() - began)
  return result
}

process.stdout.write(`${events.toLocaleString('en')} events\n`)
const first = await timed('first start, read models built', () => startReady())
await first.started
const second = await timed('stop and start, nothing to build', async () => {
  await stop(first)
  return startReady()
})
await second.started
const copying = runProgram(process.execPath, [program, 'copy', '--to', address, '--follow', '--json'], {
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
})
await timed('copied, compared and carried over meanwhile', () => copying.printed(/up_to_date/))
const third = await timed('standstill of the move', async () => {
  await timed('  stop', () => stop(second))
  const { stdout } = await timed('  end of the copy', () => copying.finished)
  process.stdout.write(stdout)
  return startReady({ EVENTSTORE_URL: store.url })
})
await stop(third)
rmSync(join(dataDir, 'read-models'), { recursive: true })
const last = await timed('start there, read models built anew', () => startReady({ EVENTSTORE_URL: store.url }))
await stop(last)
await store.stop()
await installation.remove()
rmSync(elsewhere, { recursive: true })
