import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client'
import { median } from '../api/load.ts'
import { processorSeconds } from '../process-cost.ts'
import { benchEvent, concurrently } from './measure.ts'

// node tests/bench/event-store/versions.ts OTHER [one many batches all stream newest catch-up]: the embedded node of this
// checkout and that of another one, such as a worktree of an older commit with its packages installed, in turns through the
// client of this checkout. ROUNDS sets how often. QUIET=0.2 counts a measurement only if others had at most that much
// of the machine meanwhile; MINUTES is the most that a kind of work may take.
const [other, ...chosen] = process.argv.slice(2)
if (other === undefined) throw new Error('Say the folder of the other version')
const rounds = Number(process.env.ROUNDS ?? 9)
const quiet = Number(process.env.QUIET ?? 1)
const minutes = Number(process.env.MINUTES ?? 5)
const batchOf = () => Array.from({ length: 500 }, (_, n) => benchEvent(n))
const batch = batchOf()
const long = 'visit-of-ten-thousand'

type Node = { client: EventStoreDBClient; pid: number; stop: () => Promise<void> }
type Work = { operations: number; run: (client: EventStoreDBClient) => Promise<void> }
/** Operations a second, microseconds of processor time of one here and in the node, and the share of others meanwhile. */
type Sample = { rate: number; here: number; there: number; others: number }

const start = async (checkout: string): Promise<Node> => {
  const own: typeof import('#tests/support/event-store.ts') = await import(
    join(resolve(checkout), 'tests/support/event-store.ts')
  )
  const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'event-store-versions-'))
  const store = await own.startEventStore(['--file', join(folder, 'events.sqlite')])
  const client = EventStoreDBClient.connectionString(store.url)
  for (let n = 0; n < 20; n++) await client.appendToStream(long, batchOf())
  for (let n = 0; n < 80; n++) await client.appendToStream(`import-${randomUUID()}`, batch)
  const stop = async () => {
    await client.dispose()
    await store.stop()
    rmSync(folder, { recursive: true })
  }
  return { client, pid: store.pid ?? 0, stop }
}

const appends = (writers: number, each: number): Work => ({
  operations: writers * each,
  run: (client) =>
    concurrently(writers, async () => {
      const stream = `visit-${randomUUID()}`
      for (let n = 0; n < each; n++) {
        const expectedRevision = n === 0 ? 'no_stream' : BigInt(n - 1)
        await client.appendToStream(stream, benchEvent(n), { expectedRevision })
      }
    }),
})

const drain = async (events: AsyncIterable<unknown>, expected: number) => {
  let read = 0
  for await (const _ of events) read += 1
  if (read !== expected) throw new Error(`${read} events instead of ${expected}`)
}

/** Events that reading and catching up stop after: appends in between make the log longer. */
const some = 10_000

const works: Record<string, [name: string, Work]> = {
  one: ['appends, 1 writer', appends(1, 250)],
  many: ['appends, 64 writers', appends(64, 30)],
  batches: [
    'events in appends of 500',
    {
      operations: 10_000,
      run: async (client) => {
        for (let n = 0; n < 20; n++) await client.appendToStream(`import-${randomUUID()}`, batch)
      },
    },
  ],
  all: ['readAll', { operations: some, run: (client) => drain(client.readAll({ maxCount: some }), some) }],
  stream: ['a stream of 10,000', { operations: 10_000, run: (client) => drain(client.readStream(long), 10_000) }],
  newest: [
    'the newest event of a stream',
    {
      operations: 250,
      run: async (client) => {
        const newest = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const
        for (let n = 0; n < 250; n++) await drain(client.readStream(long, newest), 1)
      },
    },
  ],
  'catch-up': [
    'catch-up subscription to $all',
    {
      operations: some,
      run: (client) =>
        new Promise((done, fail) => {
          let left = some
          const subscription = client.subscribeToAll()
          subscription.on('error', fail)
          subscription.on('data', () => {
            left -= 1
            if (left === 0) void subscription.unsubscribe().then(done)
          })
        }),
    },
  ],
}

/** Seconds of processor time that all processes have used. */
const usedByAll = () =>
  cpus().reduce((sum, { times: { idle: _, ...busy } }) => sum + busy.user + busy.nice + busy.sys, 0) / 1000

/** Resolves once others leave enough of the machine, or at the end. */
const untilQuiet = async (end: number) => {
  for (let others = quiet < 1 ? 1 : 0; others > quiet && performance.now() < end; ) {
    const before = usedByAll()
    await wait(200)
    others = (usedByAll() - before) / 0.2 / cpus().length
  }
}

const sampled = async ({ client, pid }: Node, { operations, run }: Work): Promise<Sample> => {
  const before = processorSeconds(pid)
  const all = usedByAll()
  const started = performance.now()
  const here = process.cpuUsage()
  await run(client)
  const { user, system } = process.cpuUsage(here)
  const seconds = (performance.now() - started) / 1000
  const there = processorSeconds(pid) - before
  const others = (usedByAll() - all - there - (user + system) / 1e6) / seconds / cpus().length
  return { rate: operations / seconds, here: (user + system) / operations, there: (there * 1e6) / operations, others }
}

const ours = await start('.')
const theirs = await start(other)
const words = ({ rate, here, there }: Omit<Sample, 'others'>) =>
  `${Math.round(rate).toLocaleString('en')}/s, ${here.toFixed(1)} + ${there.toFixed(1)} us`
const medians = (samples: readonly Sample[]): Omit<Sample, 'others'> => ({
  rate: median(samples.map(({ rate }) => rate)),
  here: median(samples.map(({ here }) => here)),
  there: samples.reduce((sum, { there }) => sum + there, 0) / samples.length,
})

process.stdout.write(
  '| work | this version | the other | ratio: rate (by processor time of the node) | measurements |\n|---|---|---|---|---|\n',
)
for (const [key, [name, work]] of Object.entries(works)) {
  if (chosen.length > 0 && !chosen.includes(key)) continue
  for (const node of [ours, theirs]) await work.run(node.client)
  const samples = new Map<Node, Sample[]>([
    [ours, []],
    [theirs, []],
  ])
  const end = performance.now() + minutes * 60_000
  const isEnough = () => [...samples.values()].every(({ length }) => length >= rounds)
  while (!isEnough() && performance.now() < end) {
    for (const [node, taken] of samples) {
      await untilQuiet(end)
      const sample = await sampled(node, work)
      if (sample.others <= quiet) taken.push(sample)
    }
  }
  const mine = medians(samples.get(ours) ?? [])
  const others = medians(samples.get(theirs) ?? [])
  const ratio = `${(mine.rate / others.rate).toFixed(2)} (${(others.there / mine.there).toFixed(2)})`
  const counts = [...samples.values()].map(({ length }) => length)
  process.stdout.write(`| ${name} | ${words(mine)} | ${words(others)} | ${ratio} | ${counts.join(', ')} |\n`)
}
await ours.stop()
await theirs.stop()
