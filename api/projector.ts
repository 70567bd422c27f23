import { Worker } from 'node:worker_threads'
import type { HeardChange } from '#projections/change-of.ts'
import { comparePositions, hasReached } from '#projections/position.ts'
import type { ProjectionState } from '#projections/runner.ts'

/** `folder` holds the read models, `contentFolder` the texts that events speak of. */
export type ProjectorSetup = {
  eventStoreUrl: string
  folder: string
  contentFolder: string
  keysFile: string
  masterKey: Uint8Array
}

export type ProjectorMessage =
  | { type: 'opened'; states: ProjectionState[]; target: string | null }
  | { type: 'progress'; states: ProjectionState[]; changes: HeardChange[]; rights: string[] }
  | { type: 'broken'; reason: string }
  | { type: 'following' }
  | { type: 'replaced'; name: string; states: ProjectionState[] }

export type ProjectorOrder = { type: 'close' } | { type: 'replace'; name: string; from: string }

/** The thread that keeps the read models, as the rest of the process sees it. */
export type Projector = {
  /**
   * Whether everything that was in the log at the start is in every read model and all of them follow it now,
   * and how far the slowest is.
   */
  readiness: () => { ready: boolean; position: string }
  /** How far the slowest read model is, by itself: what every read asks. */
  position: () => string
  /** Whether every read model holds the log up to `position`, after waiting for it at most so many milliseconds. */
  reached: (position: string, milliseconds: number) => Promise<boolean>
  /** Calls back with every change once it can be read; answers how to stop that. */
  onChange: (listener: (change: HeardChange) => void) => () => void
  /** Calls back with each whose rights have changed, once that can be read and before any change of the same time. */
  onRights: (listener: (id: string) => void) => void
  /** Calls back whenever read models hold something else than before, and before anybody hears how far they are. */
  onMove: (listener: () => void) => void
  /** Each read model with its place in the log, and why it stands still where it does. */
  states: () => readonly ProjectionState[]
  /**
   * Goes on with the file of another folder in the place of a read model's. `replaced` is called at the moment from
   * which on it holds what comes, before anybody is told that it does.
   */
  replace: (name: string, from: string, replaced: () => void) => Promise<void>
  close: () => Promise<void>
}

/** Milliseconds that the thread has to write what it took and to close. */
const longestGoodbye = 3000

type Waiter = { position: string; done: (reached: boolean) => void }

const slowest = (states: readonly ProjectionState[]): string | null =>
  states.map(({ position }) => position).sort(comparePositions)[0] ?? null

/**
 * Starts the thread and answers once the read models' files are open.
 * `report` is called with each interruption; `died` where the thread ends by itself.
 */
export const startProjector = async (
  setup: ProjectorSetup,
  report: (line: string) => void,
  died: (error: Error) => void,
): Promise<Projector> => {
  const thread = new Worker(new URL('./projector-thread.ts', import.meta.url), { workerData: setup })
  const listeners = new Set<(change: HeardChange) => void>()
  const rightsListeners = new Set<(id: string) => void>()
  const movers = new Set<() => void>()
  const waiters = new Set<Waiter>()
  const reported = new Set<string>()
  const replacing = new Map<string, () => void>()
  let states: ProjectionState[] = []
  let upTo = '0'
  /** Those that do not stand still, and how far they are: every command asks. */
  let moving: ProjectionState[] = []
  let movingUpTo: string | null = null
  let target: string | null = null
  let cause: Error | undefined
  let following = true
  let closing = false
  let ended = false

  const allMove = () => moving.length === states.length

  const update = (now: ProjectionState[]) => {
    states = now
    upTo = slowest(now) ?? '0'
    moving = now.filter(({ failed }) => failed === null)
    movingUpTo = slowest(moving)
    for (const moved of movers) moved()
    for (const { name, failed } of now) {
      if (!failed || reported.has(name)) continue
      reported.add(name)
      report(`The read model ${name} stands still: ${failed}`)
    }
    for (const waiter of waiters) if (hasReached(movingUpTo, waiter.position)) waiter.done(allMove())
  }

  const opened = new Promise<void>((resolve, reject) => {
    thread.on('message', (message: ProjectorMessage) => {
      switch (message.type) {
        case 'opened':
          target = message.target
          update(message.states)
          return resolve()
        case 'progress':
          update(message.states)
          for (const id of message.rights) for (const listener of rightsListeners) listener(id)
          for (const change of message.changes) for (const listener of listeners) listener(change)
          return
        case 'replaced':
          reported.delete(message.name)
          replacing.get(message.name)?.()
          replacing.delete(message.name)
          return update(message.states)
        case 'following':
          following = true
          return
        case 'broken':
          following = false
          return report(`The read models cannot follow the log; the next try comes soon: ${message.reason}`)
        default:
          message satisfies never
      }
    })
    thread.once('error', (error: Error) => {
      cause = error
    })
    thread.once('exit', (code) => {
      ended = true
      for (const waiter of waiters) waiter.done(false)
      reject(cause ?? new Error(`The read models ended with code ${code}`))
    })
  })
  await opened
  thread.once('exit', (code) => {
    if (!closing) died(cause ?? new Error(`The read models ended with code ${code}`))
  })

  const reached = (position: string, milliseconds: number): Promise<boolean> => {
    // One that stands still is not waited for: it never comes.
    if (ended || moving.length === 0) return Promise.resolve(false)
    if (hasReached(movingUpTo, position)) return Promise.resolve(allMove())
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        done: (result) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(result)
        },
      }
      const timer = setTimeout(() => waiter.done(false), milliseconds)
      waiters.add(waiter)
    })
  }

  const order = (message: ProjectorOrder) => thread.postMessage(message)

  return {
    states: () => states,
    replace: (name, from, replaced) =>
      new Promise((resolve, reject) => {
        replacing.set(name, () => {
          replaced()
          resolve()
        })
        thread.once('exit', () => reject(new Error('The read models have ended')))
        order({ type: 'replace', name, from })
      }),
    readiness: () => ({
      ready: following && allMove() && hasReached(upTo, target),
      position: upTo,
    }),
    position: () => upTo,
    reached,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRights: (listener) => void rightsListeners.add(listener),
    onMove: (listener) => void movers.add(listener),
    close: async () => {
      closing = true
      for (const waiter of waiters) waiter.done(false)
      if (ended) return
      const exited = new Promise((resolve) => thread.once('exit', resolve))
      order({ type: 'close' })
      // An event store that does not answer must not keep the process from ending.
      const hurry = setTimeout(() => void thread.terminate(), longestGoodbye)
      await exited
      clearTimeout(hurry)
    },
  }
}
