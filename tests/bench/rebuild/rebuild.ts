import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { projections } from '#projections/registry.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { fillLog } from '../api/filled-log.ts'
import type { Measured } from './rebuilding.ts'

// SCALE=1 PROFILE=folder node tests/bench/rebuild/rebuild.ts [NAME...]: builds read models from a log, each in a
// process of its own, compared to a process that only reads the same log.
const scale = Number(process.env.SCALE ?? 1)
const names = process.argv.length > 2 ? process.argv.slice(2) : projections.map(({ name }) => name)
const dataDir = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'rebuild-bench-'))
const profile = process.env.PROFILE

await fillLog(dataDir, newTeamId(), newUserId(), {
  clients: 5_000 * scale,
  sites: 25_000 * scale,
  visits: 25_000 * scale,
  files: 50_000 * scale,
})
const db = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
const events = Number(db.prepare('SELECT count(*) AS n FROM event').get()?.n)
db.close()
const store = await startEventStore(['--file', join(dataDir, 'events.sqlite')])

const measure = async (what: string, program = 'rebuilding.ts'): Promise<Measured> => {
  const folder = mkdtempSync(join(dataDir, 'read-models-'))
  const execArgv = profile && what !== '' ? ['--cpu-prof', `--cpu-prof-dir=${join(profile, what)}`] : []
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [store.url, dataDir, folder, what], {
    execArgv,
  })
  const [measured] = await once(child, 'message')
  await once(child, 'exit')
  rmSync(folder, { recursive: true })
  return measured
}

const say = (name: string, { taken, seconds, processorSeconds, memory }: Measured, bare?: Measured) => {
  const rate = Math.round(events / seconds).toLocaleString('en')
  const each = (processorSeconds / events) * 1e6
  const ratio = bare ? `, ${(bare.processorSeconds / processorSeconds).toFixed(2)} of the log's rate by that` : ''
  const megabytes = `${Math.min(...memory)} to ${Math.max(...memory)} MB`
  const cost = `${each.toFixed(1)} us of processor time an event of the log${ratio}`
  const share = taken === 0 ? '' : `; ${Math.round((taken / events) * 100)} in 100 taken`
  process.stdout.write(`${name.padEnd(24)}${rate.padStart(9)}/s, ${cost}${share}; ${megabytes}\n`)
}

const bare = await measure('')
process.stdout.write(`${events.toLocaleString('en')} events\n`)
say('reading the log alone', bare)
say('all, at a first start', await measure('', 'first-start.ts'), bare)
for (const name of names) say(name, await measure(name), bare)
await store.stop()
rmSync(dataDir, { recursive: true })
