import { rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { TableDifference } from '#projections/comparison.ts'
import type { RebuildProgress } from '#projections/rebuilder.ts'
import { projections } from '#projections/registry.ts'
import { formerFolder, hasFormer, rebuildFolder } from '#projections/replace-file.ts'
import type { Rebuild } from '#schemas/resources/read-models.ts'
import type { Projector, ProjectorSetup } from './projector.ts'
import type { Rebuilds } from './routes/read-models.ts'

export type RebuildMessage =
  | ({ type: 'progress'; target: string | null } & RebuildProgress)
  | { type: 'compared'; difference: TableDifference[] }
  | { type: 'closed' }

type Running = { rebuild: Rebuild; thread: Worker | undefined; started: number }

/** Share of the log that is read; positions grow with the bytes that are written. */
const shareOf = (position: string | null, target: string | null): number => {
  if (target === null || target === '0') return 1
  return Math.min(1, Number(BigInt(position ?? 0)) / Number(BigInt(target)))
}

const rateOf = ({ started }: Running, events: number, share: number) => {
  const seconds = (performance.now() - started) / 1000
  return {
    events,
    events_per_second: Math.round(events / seconds),
    share,
    seconds_left: share === 0 ? null : Math.round((seconds * (1 - share)) / share),
  }
}

/** `reopen` makes queries read the file that is now in place. */
export const openRebuilds = (
  setup: ProjectorSetup,
  projector: Projector,
  reopen: (name: string) => void,
): Rebuilds & { close: () => Promise<void> } => {
  const running = new Map<string, Running>()

  const hear = (each: Running) => (message: RebuildMessage) => {
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
    const thread = new Worker(new URL('./rebuild-thread.ts', import.meta.url), { workerData: { ...setup, name } })
    const each: Running = { rebuild: begun, thread, started: performance.now() }
    thread.on('message', hear(each))
    thread.on('error', (error) => {
      each.rebuild = { ...each.rebuild, state: 'failed', reason: error.message }
      each.thread = undefined
    })
    running.set(name, each)
    return begun
  }

  /** Ends the thread of a rebuild; its file is then whole. */
  const end = (each: Running): Promise<void> => {
    const { thread } = each
    each.thread = undefined
    if (!thread) return Promise.resolve()
    return new Promise((resolve) => {
      thread.once('exit', () => resolve())
      thread.postMessage('close')
    })
  }

  /** What was swapped in, and may be taken out again whatever was built or compared since. */
  const swapped = new Map<string, Rebuild>()
  const replace = (name: string, from: string) => projector.replace(name, from, () => reopen(name))

  return {
    start,
    find: (name) => running.get(name)?.rebuild,
    swap: async (name) => {
      const each = running.get(name)
      if (each?.rebuild.state !== 'ready' || !each.thread) return undefined
      await end(each)
      await replace(name, rebuildFolder(setup.folder, name))
      each.rebuild = { ...each.rebuild, state: 'swapped' }
      swapped.set(name, each.rebuild)
      return each.rebuild
    },
    rollBack: async (name) => {
      const last = swapped.get(name)
      if (!last || !hasFormer(setup.folder, name)) return undefined
      await replace(name, formerFolder(setup.folder, name))
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
