import { rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Rebuilds } from '#api/services/operations/rebuilds.ts'
import type { TableDifference } from '#projections/engine/comparison.ts'
import type { RebuildProgress } from '#projections/engine/rebuilder.ts'
import { formerFolder, hasFormer, rebuildFolder } from '#projections/engine/replace-file.ts'
import { projections } from '#projections/registry.ts'
import type { Rebuild } from '#schemas/resources/read-models.ts'
import type { ProjectorSetup } from './applying.ts'
import type { Projector } from './projector.ts'
import { shareOf } from './share.ts'

export type RebuildMessage =
  | ({ type: 'progress'; target: string | null } & RebuildProgress)
  | { type: 'compared'; difference: TableDifference[] }
  | { type: 'closed' }

type Running = { rebuild: Rebuild; thread: Worker | undefined; started: number }

const rateOf = ({ started }: Running, events: number, share: number) => {
  const seconds = (performance.now() - started) / 1000
  return {
    events,
    events_per_second: Math.round(events / seconds),
    share,
    seconds_left: share === 0 ? null : Math.round((seconds * (1 - share)) / share),
  }
}

/** Manages rebuilds that operators order. */
export const openRebuilds = (
  setup: ProjectorSetup,
  projector: Projector,
): Rebuilds & { close: () => Promise<void> } => {
  const running = new Map<string, Running>()

  const onMessage = (each: Running) => (message: RebuildMessage) => {
    if (each.rebuild.state === 'failed' || message.type === 'closed') return
    if (message.type === 'compared') {
      each.rebuild = { ...each.rebuild, state: 'ready', share: 1, seconds_left: 0, difference: message.difference }
      return
    }
    if (each.rebuild.state !== 'building') return
    const share = shareOf(message.position, message.target)
    each.rebuild = { ...each.rebuild, ...rateOf(each, message.events, share) }
  }

  const start = (name: string): Rebuild | undefined => {
    if (!projections.some((each) => each.name === name)) return undefined
    const former = running.get(name)
    if (former?.thread) return former.rebuild
    const isOutdated = projector.states().some((state) => state.name === name && state.outdated)
    const begun: Rebuild = {
      name,
      state: 'building',
      events: 0,
      events_per_second: 0,
      share: 0,
      seconds_left: null,
      difference: null,
      reason: null,
    }
    if (isOutdated) return { ...begun, state: 'failed', reason: 'It is being built for this version already.' }
    const thread = new Worker(new URL('./rebuild-thread.ts', import.meta.url), { workerData: { ...setup, name } })
    const each: Running = { rebuild: begun, thread, started: performance.now() }
    thread.on('message', onMessage(each))
    thread.on('error', (error) => {
      each.rebuild = { ...each.rebuild, state: 'failed', reason: error.message }
      each.thread = undefined
    })
    running.set(name, each)
    return begun
  }

  /** Ends the thread of a rebuild; afterwards its file is complete. */
  const end = (each: Running): Promise<void> => {
    const { thread } = each
    each.thread = undefined
    if (!thread) return Promise.resolve()
    return new Promise((resolve) => {
      thread.once('exit', () => resolve())
      thread.postMessage('close')
    })
  }

  /** Rebuilds that were swapped in. They can be rolled back even if another rebuild was started since. */
  const swapped = new Map<string, Rebuild>()

  return {
    start,
    find: (name) => running.get(name)?.rebuild,
    swap: async (name) => {
      const each = running.get(name)
      if (each?.rebuild.state !== 'ready' || !each.thread) return undefined
      await end(each)
      await projector.replace(name, rebuildFolder(setup.folder, name))
      each.rebuild = { ...each.rebuild, state: 'swapped' }
      swapped.set(name, each.rebuild)
      return each.rebuild
    },
    rollBack: async (name) => {
      const last = swapped.get(name)
      if (!last || !hasFormer(setup.folder, name)) return undefined
      await projector.replace(name, formerFolder(setup.folder, name))
      swapped.delete(name)
      const back: Rebuild = { ...last, state: 'rolled-back' }
      const each = running.get(name)
      if (each?.rebuild === last) each.rebuild = back
      return back
    },
    discard: async (name) => {
      const each = running.get(name)
      if (!each) return
      running.delete(name)
      await end(each)
      rmSync(rebuildFolder(setup.folder, name), { recursive: true, force: true })
    },
    close: async () => {
      await Promise.all([...running.values()].map(end))
    },
  }
}
