import { mkdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readTextIn } from '#api/adapters/content-folder.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { attachTexts } from '#api/event-store/attach-texts.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { follow } from '#api/event-store/follow.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { skippedEvents } from '#api/event-store/skipped-events.ts'
import { openBuilder } from '#projections/engine/builder.ts'
import { hasReached } from '#projections/engine/position.ts'
import { buildFolder } from '#projections/engine/replace-file.ts'
import { projections } from '#projections/registry.ts'
import { isEventType } from '#schemas/events/registry.ts'
import type { ProjectorSetup } from './applying.ts'
import type { BuildMessage } from './first-builds.ts'

// Builds some read models from one pass through the log, up to its end at the start, and exits.
const { names, ...setup } = workerData as ProjectorSetup & { names: readonly string[] }
const post = (message: BuildMessage) => parentPort?.postMessage(message)

const log = connectEventStore(setup.eventStoreUrl)
const keys = openKeyStore(setup.keysFile, setup.masterKey)
const ledger = attachTexts(openLedger(log, keys), readTextIn(setup.contentFolder))
const target = (await ledger.lastPosition()) ?? '0'
const skips = await skippedEvents(ledger)

const built = projections.filter(({ name }) => names.includes(name))
let open = built.map((projection) => {
  const folder = buildFolder(setup.folder, projection.name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { name: projection.name, builder: openBuilder(folder, projection, skips) }
})

/** Runs a step of each build; one that fails is left out from then on. */
const each = (step: (build: (typeof open)[number]) => void): void => {
  open = open.filter((build) => {
    try {
      step(build)
      return true
    } catch (error) {
      build.builder.close()
      post({ type: 'unbuilt', name: build.name, reason: error instanceof Error ? error.message : String(error) })
      return false
    }
  })
}

let reached: string | null = null
let finished = false
const end = async () => {
  await following.close()
  keys.close()
  await log.close()
}
const finish = () => {
  finished = true
  each(({ name, builder }) => {
    builder.finish()
    post({ type: 'built', name })
  })
  // `follow` goes on with a subscription of its own after this.
  setImmediate(end)
}
const follower = {
  from: () => reached,
  advance: (position: string, event?: Parameters<(typeof open)[number]['builder']['advance']>[1]) => {
    for (const { builder } of open) builder.advance(position, event)
    reached = position
  },
  unreadable: (event: Parameters<(typeof open)[number]['builder']['unreadable']>[0]) => {
    for (const { builder } of open) builder.unreadable(event)
    reached = event.position
  },
  flush: () => {
    each(({ builder }) => builder.flush())
    if (!finished && hasReached(reached, target)) finish()
  },
}
const types = [...new Set(built.flatMap(({ handlers }) => Object.keys(handlers)))].filter(isEventType)
const following = follow(ledger, follower, (reason) => post({ type: 'broken', reason: reason?.message ?? 'ended' }), {
  types,
  until: target,
})
