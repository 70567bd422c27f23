import { join } from 'node:path'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { readEnv } from '#api/env/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { follow } from '#api/event-store/follow.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { openBuilder } from '#projections/engine/builder.ts'
import { projections } from '#projections/registry.ts'
import { isEventType } from '#schemas/events/registry.ts'

/**
 * The cost of reading a log to its end in one process; `taken` is the number of events that it received, memory is in
 * MB.
 */
export type Measured = { taken: number; seconds: number; processorSeconds: number; memory: number[] }

// One of the processes that rebuild.ts starts: reads a log to its end and builds the named read model from it.
const [url = '', dataDir = '', folder = '', what = ''] = process.argv.slice(2)

const log = connectEventStore(url)
const target = (await log.newest()) ?? { position: '0', id: '' }
const memory: number[] = []
let taken = 0
const look = () => memory.push(Math.round(process.memoryUsage.rss() / 1024 ** 2))
const count = () => {
  taken += 1
  if (taken % 5000 === 0) look()
}

/** Reads the log as the client delivers it, and discards it. */
const readBare = () =>
  new Promise<void>((resolve) => {
    log.subscribe(null, { event: count, caughtUp: resolve, ended: () => {} })
  })

/** Builds a read model as a rebuild does, up to the end of the log; there is no live file to compare it with. */
const build = (name: string) =>
  new Promise<void>((resolve) => {
    const keys = openKeyStore(join(dataDir, 'keys.sqlite'), masterKeyFor(readEnv({ DATA_DIR: dataDir })))
    const projection = projections.find((each) => each.name === name)
    if (!projection) throw new Error(`There is no read model ${name}`)
    const builder = openBuilder(folder, projection)
    const advance: typeof builder.advance = (place, event) => {
      count()
      builder.advance(place, event)
    }
    const flush = () => {
      builder.flush()
      if (builder.from() !== target.position) return
      builder.finish()
      resolve()
    }
    const types = Object.keys(projection.handlers).filter(isEventType)
    follow(openLedger(log, keys), { ...builder, advance, flush }, () => {}, { types, until: target })
  })

const started = performance.now()
const before = process.cpuUsage()
await (what === '' ? readBare() : build(what))
look()
const { user, system } = process.cpuUsage(before)
const measured: Measured = {
  taken,
  seconds: (performance.now() - started) / 1000,
  processorSeconds: (user + system) / 1e6,
  memory,
}
process.send?.(measured, () => process.exit())
