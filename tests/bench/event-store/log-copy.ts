import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { openLogAtAddress } from '#api/event-store/log-at-address.ts'
import { openLogFile, openTargetFile } from '#api/event-store/log-file.ts'
import type { TargetLog, WholeEvent, WholeLog } from '#api/event-store/whole-log.ts'
import { copyLog } from '#cli/operations/log/copy.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { fill, founding, visitEvents } from '#tests/support/whole-log.ts'
import { benchEvent, report } from './measure.ts'

// EVENTS=1000000 RUN=500 node tests/bench/event-store/log-copy.ts: a log, in streams of RUN events, from a file to an
// embedded node and back into a file (with FILES=1 from file to file, and back), beside a bare loop of appends of 500 of the same run. Exits with 1 where the end
// differs from the beginning.
const events = Number(process.env.EVENTS ?? 100_000)
const run = Number(process.env.RUN ?? 500)
const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'log-copy-bench-'))
const fileOf = (name: string): string => join(folder, name, 'events.sqlite')

/** Portions of one stream after the other, as an import or a busy record writes them. */
function* portions(): Generator<WholeEvent[]> {
  yield [founding(randomUUID())]
  for (let made = 1; made < events; ) {
    const portion: WholeEvent[] = []
    while (portion.length < 5000 && made + portion.length < events) {
      portion.push(...visitEvents(1, Math.min(run, events - made - portion.length) - 1, 60))
    }
    made += portion.length
    yield portion
  }
}

const made = openTargetFile(fileOf('first'))
for (const portion of portions()) await fill(made, portion)
await made.close()

/** The rate of appends of 500 through the client, into a node of its own. */
const bareLoop = async (appends: number): Promise<number> => {
  const store = await startEventStore(['--file', fileOf(`bare-${randomUUID()}`)])
  const client = EventStoreDBClient.connectionString(store.url)
  const batch = Array.from({ length: 500 }, (_, n) => benchEvent(n))
  const append = () => client.appendToStream(`import-${randomUUID()}`, batch, { expectedRevision: 'no_stream' })
  await append()
  const started = performance.now()
  for (let n = 0; n < appends; n += 1) await append()
  const rate = (appends * 500 * 1000) / (performance.now() - started)
  await client.dispose()
  await store.stop()
  return rate
}

const stillness = { hold: () => true, moment: async () => {}, release: () => {} }

/** The rates of copying and of comparing, and the digest. */
const copied = async (source: WholeLog, openTarget: () => Promise<TargetLog>) => {
  const started = performance.now()
  let copiedAt = started
  const progress = (what: 'copied' | 'compared'): void => {
    if (what === 'copied') copiedAt = performance.now()
  }
  const result = await copyLog({
    source,
    openTarget,
    stillness,
    follow: false,
    report: { progress, upToDate: () => {}, notCarried: () => {} },
  })
  const ended = performance.now()
  await source.close()
  const rate = (milliseconds: number): number => (result.events * 1000) / milliseconds
  return { ...result, copying: rate(copiedAt - started), comparing: rate(ended - copiedAt) }
}

const openFile = (name: string): WholeLog => openLogFile(fileOf(name), false)
const intoFile = (name: string) => async () => openTargetFile(fileOf(name))

/** Copies, and prints both rates. */
const measured = async (name: string, source: WholeLog, target: () => Promise<TargetLog>, loop: number) => {
  const result = await copied(source, target)
  report(`${result.events} events in ${result.streams} streams, ${name}`, result.copying, ['the bare loop', loop])
  report('  compared', result.comparing)
  return `${result.events} ${result.digest}`
}

const before = await bareLoop(60)
report('bare loop of appends of 500, before', before)
const digests: string[] = []
if (process.env.FILES) {
  digests.push(await measured('file to file', openFile('first'), intoFile('there'), before))
  digests.push(await measured('and back', openFile('there'), intoFile('back'), before))
} else {
  const store = await startEventStore(['--file', fileOf('node')])
  const there = await copied(openFile('first'), async () => openLogAtAddress(store.url))
  const after = await bareLoop(60)
  report('bare loop of appends of 500, after', after)
  const loop = (before + after) / 2
  report(`${there.events} events in ${there.streams} streams, file to node`, there.copying, ['the bare loop', loop])
  report('  compared', there.comparing)
  digests.push(`${there.events} ${there.digest}`)
  digests.push(await measured('node back into a file', openLogAtAddress(store.url), intoFile('back'), loop))
  await store.stop()
}

const [first = ''] = digests
const isEqual = new Set(digests).size === 1 && first.startsWith(`${events} `)
process.stdout.write(`${isEqual ? 'All are equal' : 'THEY DIFFER'}: ${first}\n`)
process.exitCode = isEqual ? 0 : 1
rmSync(folder, { recursive: true })
