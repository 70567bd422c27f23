import { setTimeout as wait } from 'node:timers/promises'
import {
  badConfiguration,
  type Ending,
  type Output,
  type ProcessSpec,
  type ReadyMessage,
  type SupervisedProcess,
  startProcess,
} from './supervised-process.ts'

export { type ProcessSpec, type ReadyMessage, readyByMessage, startProcess } from './supervised-process.ts'

/** Restarts of one process within a minute; its next end within that time ends the whole group. */
const mostRestarts = 3
const windowMs = 60_000

/** The reason why the group has to stop, as one line, and the exit code for it. */
export class ProcessGroupFailed extends Error {
  override name = 'ProcessGroupFailed'
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * The spec of a process, or a function of its predecessor's ready message, so that it can listen on the same port
 * again.
 */
export type SpecSource = (predecessor: ReadyMessage | undefined) => ProcessSpec

export type ProcessGroup = {
  /**
   * Starts a process, and restarts it whenever it ends, until stop().
   * @returns its first ready message
   */
  start: (source: SpecSource) => Promise<ReadyMessage>
  /** Stops the processes of these names and starts them again; one that has ended by itself starts now. */
  restart: (names: readonly string[]) => void
  /** Rejects with an error when a process cannot be kept alive. Never resolves. */
  failure: Promise<never>
  /** Stops all processes in reverse order of their start, one after the other. Safe to call twice. */
  stop: () => Promise<void>
}

/** `again` is called to start the process again. */
type Member = { name: string; current: SupervisedProcess | undefined; again: () => void }

/** The reaction to a process that ends by itself: a limited number of restarts, or waiting for a manual restart. */
export type AfterEnd = 'start again' | 'wait for restart'

const describeEnding = ({ code, signal }: Ending): string => (signal === null ? `code ${code}` : `signal ${signal}`)

/**
 * A group of processes that start and end together.
 * @param print prints a line for the person who watches
 * @param output receives a line that a process wrote
 * @param afterEnd the reaction to a process that ends by itself
 * @param restartDelayMs milliseconds before the first restart; doubled for each further one
 */
export const startProcessGroup = (
  print: (line: string) => void,
  output: Output,
  afterEnd: AfterEnd = 'start again',
  restartDelayMs = 250,
): ProcessGroup => {
  const members: Member[] = []
  const failed = Promise.withResolvers<never>()
  // A caller may ignore the failure, which must not count as an unhandled rejection.
  failed.promise.catch(() => {})
  const state: { stopped?: Promise<void> } = {}

  const judge = (name: string, ending: Ending, ends: number[]): number => {
    if (ending.code === badConfiguration) {
      throw new ProcessGroupFailed(
        ending.said ?? `${name} cannot run with this configuration; see its line above.`,
        badConfiguration,
      )
    }
    const now = Date.now()
    ends.push(now)
    const recent = ends.filter((end) => now - end < windowMs).length
    if (recent > mostRestarts) {
      throw new ProcessGroupFailed(
        `${name} ended ${recent} times within a minute (${describeEnding(ending)}); giving up.`,
        1,
      )
    }
    return recent
  }

  const keepAlive = async (
    source: SpecSource,
    member: Member,
    onReady: (message: ReadyMessage) => void,
  ): Promise<void> => {
    const ends: number[] = []
    let lastReady: ReadyMessage | undefined
    const onceReady = (message: ReadyMessage): void => {
      lastReady = message
      onReady(message)
    }
    while (state.stopped === undefined) {
      const spec = source(lastReady)
      const wanted = Promise.withResolvers<'restarted'>()
      const current = startProcess(spec, output)
      Object.assign(member, { name: spec.name, current, again: () => wanted.resolve('restarted') })
      // Readiness rejects when the process ends first, which is handled below.
      current.ready.then(onceReady, () => {})
      const ending = await Promise.race([current.ended, wanted.promise])
      if (state.stopped !== undefined) return
      if (ending === 'restarted') {
        await current.stop()
        continue
      }
      if (afterEnd === 'wait for restart') {
        print(`${spec.name} ended (${describeEnding(ending)}); it starts again with the next change.`)
        await wanted.promise
        continue
      }
      const restart = judge(spec.name, ending, ends)
      print(
        `${spec.name} ended unexpectedly (${describeEnding(ending)}); starting it again (${restart} of ${mostRestarts}).`,
      )
      await wait(restartDelayMs * 2 ** (restart - 1))
    }
  }

  const start = (source: SpecSource): Promise<ReadyMessage> => {
    const firstReady = Promise.withResolvers<ReadyMessage>()
    const member: Member = { name: '', current: undefined, again: () => {} }
    members.push(member)
    keepAlive(source, member, firstReady.resolve).catch(failed.reject)
    return Promise.race([firstReady.promise, failed.promise])
  }

  const restart = (names: readonly string[]): void => {
    for (const { name, again } of members) if (names.includes(name)) again()
  }

  const stopAll = async (): Promise<void> => {
    for (const member of members.toReversed()) await member.current?.stop()
  }

  const stop = (): Promise<void> => {
    state.stopped ??= stopAll()
    return state.stopped
  }

  return { start, restart, failure: failed.promise, stop }
}
