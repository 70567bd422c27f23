import { join } from 'node:path'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { readEnv } from '#api/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { follow } from '#api/event-store/follow.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { projections } from '#projections/registry.ts'
import { openRunner } from '#projections/runner.ts'
import { isEventType } from '#schemas/events/registry.ts'

/** What one process needed to read a log to its end; `taken` of its events it was given, memory is in MB. */
export type Measured = { taken: number; seconds: number; processorSeconds: number; memory: number[] }

// One of the processes that rebuild.ts starts: reads a log to its end, and builds from it what is named.
const [url = '', dataDir = '', folder = '', what = ''] = process.argv.slice(2)

const log = connectEventStore(url)
const target = (await log.lastPosition()) ?? '0'
const memory: number[] = []
let taken = 0
const look = () => memory.push(Math.round(process.memoryUsage.rss() / 1024 ** 2))
const count = () => {
  taken += 1
  if (taken % 5000 === 0) look()
}

/** Reads the log as the client hands it over, and does nothing with it. */
const readBare = () =>
  new Promise<void>((resolve) => {
    log.subscribe(null, { event: count, caughtUp: resolve, ended: () => {} })
  })

const build = (names: readonly string[]) =>
  new Promise<void>((resolve) => {
    const keys = openKeyStore(join(dataDir, 'keys.sqlite'), masterKeyFor(readEnv({ DATA_DIR: dataDir })))
    const chosen = projections.filter(({ name }) => names.includes('all') || names.includes(name))
    const runner = openRunner(folder, chosen)
    const take: typeof runner.take = (position, event) => {
      count()
      runner.take(position, event)
    }
    const flush = () => {
      runner.flush()
      if (runner.from() === target) resolve()
    }
    const types = [...new Set(chosen.flatMap(({ handlers }) => Object.keys(handlers).filter(isEventType)))]
    follow(openLedger(log, keys), { ...runner, take, flush }, () => {}, { types, until: target })
  })

const [started, before] = [performance.now(), process.cpuUsage()]
await (what === '' ? readBare() : build(what.split(',')))
look()
const { user, system } = process.cpuUsage(before)
const measured: Measured = {
  taken,
  seconds: (performance.now() - started) / 1000,
  processorSeconds: (user + system) / 1e6,
  memory,
}
process.send?.(measured, () => process.exit())
