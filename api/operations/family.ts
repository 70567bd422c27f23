import { setTimeout as wait } from 'node:timers/promises'
import { EXIT_BAD_CONFIGURATION } from '#api/env.ts'
import type { ReadyMessage } from '#api/operations/parent.ts'
import {
  type Ending,
  type Output,
  type ProcessSpec,
  type SupervisedProcess,
  startProcess,
} from '#api/operations/supervised-process.ts'

/** Restarts of one process within WINDOW_MS; its next end within that time is the end of everything. */
const RESTARTS = 3
const WINDOW_MS = 60_000

/** Why everything has to stop, as one line, and the exit code that says so. */
export class FamilyFailed extends Error {
  override name = 'FamilyFailed'
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The spec of a process, told what its predecessor said when it was ready, so that it can take the same port again. */
export type SpecSource = (predecessor: ReadyMessage | undefined) => ProcessSpec

export type Family = {
  /**
   * Starts a process, and again whenever it ends, until stop().
   * @returns what it said when it was ready for the first time
   */
  start: (source: SpecSource) => Promise<ReadyMessage>
  /** Rejects with FamilyFailed when a process cannot be kept alive. Never resolves. */
  failure: Promise<never>
  /** Ends all processes, the last started first, each before the next. Safe to call twice. */
  stop: () => Promise<void>
}

type Member = { current: SupervisedProcess | undefined }

const describeEnding = ({ code, signal }: Ending): string => (signal === null ? `code ${code}` : `signal ${signal}`)

/**
 * Processes that live and end together.
 * @param say a line for the person who watches
 * @param output a line that a process wrote
 * @param restartDelayMs how long to wait before the first restart; doubled for the second, and so on
 */
export const startFamily = (say: (line: string) => void, output: Output, restartDelayMs = 250): Family => {
  const members: Member[] = []
  const failed = Promise.withResolvers<never>()
  // Who only starts and stops does not watch the failure; that must not count as an unhandled rejection.
  failed.promise.catch(() => {})
  const state: { stopped?: Promise<void> } = {}

  const judge = (name: string, ending: Ending, ends: number[]): number => {
    if (ending.code === EXIT_BAD_CONFIGURATION) {
      throw new FamilyFailed(`${name} cannot run with this configuration; see its line above.`, EXIT_BAD_CONFIGURATION)
    }
    const now = Date.now()
    ends.push(now)
    const recent = ends.filter((end) => now - end < WINDOW_MS).length
    if (recent > RESTARTS) {
      throw new FamilyFailed(`${name} ended ${recent} times within a minute (${describeEnding(ending)}); giving up.`, 1)
    }
    return recent
  }

  const keepAlive = async (
    source: SpecSource,
    member: Member,
    onReady: (message: ReadyMessage) => void,
  ): Promise<void> => {
    const ends: number[] = []
    let told: ReadyMessage | undefined
    const tell = (message: ReadyMessage): void => {
      told = message
      onReady(message)
    }
    while (state.stopped === undefined) {
      const spec = source(told)
      const current = startProcess(spec, output)
      member.current = current
      // Readiness fails when the process ends first, and that is dealt with below.
      current.ready.then(tell, () => {})
      const ending = await current.ended
      if (state.stopped !== undefined) return
      const restart = judge(spec.name, ending, ends)
      say(`${spec.name} ended unexpectedly (${describeEnding(ending)}); starting it again (${restart} of ${RESTARTS}).`)
      await wait(restartDelayMs * 2 ** (restart - 1))
    }
  }

  const start = (source: SpecSource): Promise<ReadyMessage> => {
    const firstReady = Promise.withResolvers<ReadyMessage>()
    const member: Member = { current: undefined }
    members.push(member)
    keepAlive(source, member, firstReady.resolve).catch(failed.reject)
    return Promise.race([firstReady.promise, failed.promise])
  }

  const stopAll = async (): Promise<void> => {
    for (const member of members.toReversed()) await member.current?.stop()
  }

  const stop = (): Promise<void> => {
    state.stopped ??= stopAll()
    return state.stopped
  }

  return { start, failure: failed.promise, stop }
}
