import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { buildFolder } from '#projections/engine/replace-file.ts'
import type { ProjectorSetup } from './applying.ts'
import type { BuildMessage } from './build-files.ts'

type BuildListener = {
  /** The file of a read model is complete in a folder. */
  built: (name: string, from: string) => void
  /** The file could not be built: the log is to be applied to an empty one, which shows and names the failure. */
  unbuilt: (name: string, reason: string) => void
  report: (line: string) => void
}

/** Starts to build the files of these read models; `close` abandons what is not complete. */
export type StartBuilds = (names: readonly string[], listener: BuildListener) => { close: () => Promise<void> }

/** Microseconds of processor time for each event of a log (docs/benchmarks.md), by which read models share threads. */
const costs: Readonly<Record<string, number>> = {
  search: 42,
  history: 33,
  facilities: 28,
  changes: 15,
  metrics: 11,
  imports: 7,
}

/** Deals read models to threads, the most expensive first, each to the thread with the least work. */
export const sharedOut = (names: readonly string[], threads: number): string[][] => {
  const costOf = (name: string) => costs[name] ?? 1
  const hands = Array.from({ length: Math.min(threads, names.length) }, () => ({ cost: 0, names: [] as string[] }))
  for (const name of names.toSorted((one, other) => costOf(other) - costOf(one))) {
    const [least] = hands.toSorted((one, other) => one.cost - other.cost)
    least?.names.push(name)
    if (least) least.cost += costOf(name)
  }
  return hands.map((hand) => hand.names)
}

/** Builds read models side by side on all cores, each thread from one pass through the log; the past comes after them. */
export const buildInThreads =
  (setup: ProjectorSetup): StartBuilds =>
  (names, { built, unbuilt, report }) => {
    const threads = sharedOut(names, availableParallelism()).map((hand) => {
      const open = new Set(hand)
      const thread = new Worker(new URL('./build-thread.ts', import.meta.url), {
        workerData: { ...setup, names: hand },
      })
      thread.on('message', (message: BuildMessage) => {
        if (message.type === 'broken') return report(`build of the read models failed, tried again: ${message.reason}`)
        open.delete(message.name)
        if (message.type === 'built') built(message.name, buildFolder(setup.folder, message.name))
        else unbuilt(message.name, message.reason)
      })
      thread.on('error', ({ message }) => report(`The read models ${hand.join(', ')} cannot be built: ${message}`))
      const exited = new Promise((resolve) => {
        thread.once('exit', () => {
          for (const name of open) unbuilt(name, 'its thread ended')
          resolve(undefined)
        })
      })
      return { open, thread, exited }
    })
    return {
      close: async () => {
        for (const { open, thread } of threads) {
          open.clear()
          void thread.terminate()
        }
        await Promise.all(threads.map(({ exited }) => exited))
      },
    }
  }
