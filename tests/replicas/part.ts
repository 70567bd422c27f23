import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type ProcessSpec, type ReadyMessage, startProcess } from '#cli/supervisor/process-group.ts'

/** One process of a fleet. */
export type Part = {
  name: string
  /** Undefined while it does not run. */
  pid: () => number | undefined
  /** Starts it, at first and again; resolves when it is ready, rejects when it ends before. */
  start: () => Promise<void>
  /** Ends it in order (SIGTERM). */
  stop: () => Promise<void>
  /** Ends it at once (SIGKILL). */
  kill: () => Promise<void>
  /** Holds it (SIGSTOP), as a machine that hangs, and lets it go on. */
  freeze: () => void
  thaw: () => void
  /** How it ended last: an exit code or the name of a signal. */
  ended: () => Promise<number | NodeJS.Signals | null>
  /** All that it has printed. */
  log: () => string
}

/** Readiness by a line on standard output. */
export const readyByLine =
  (line: RegExp) =>
  (child: ChildProcess): Promise<ReadyMessage> =>
    new Promise((resolve) => {
      if (child.stdout)
        createInterface({ input: child.stdout }).on('line', (each) => line.test(each) && resolve({ type: 'ready' }))
    })

/** A process that is started by `spec`, which is asked again at each start. */
export const partOf = (name: string, spec: () => Omit<ProcessSpec, 'name'>): Part => {
  const lines: string[] = []
  let running: ReturnType<typeof startProcess> | undefined
  let ending: Promise<number | NodeJS.Signals | null> = Promise.resolve(null)

  const start = async (): Promise<void> => {
    if (running !== undefined) throw new Error(`${name} runs already`)
    const started = startProcess({ ...spec(), name }, (_, line) => void lines.push(line))
    running = started
    ending = started.ended.then(({ code, signal, said }) => {
      if (said !== undefined) lines.push(said)
      lines.push(`-- ended with ${code ?? signal}`)
      running = undefined
      return code ?? signal
    })
    const early = ending.then((end) => Promise.reject(new Error(`${name} ended with ${end}:\n${lines.join('\n')}`)))
    // Who ends it later is told by `ended`.
    early.catch(() => {})
    await Promise.race([started.ready, early])
  }

  const signal = (which: NodeJS.Signals): void => {
    if (running?.pid !== undefined) process.kill(running.pid, which)
  }

  return {
    name,
    pid: () => running?.pid,
    start,
    stop: async () => {
      await running?.stop()
      await ending
    },
    kill: async () => {
      signal('SIGKILL')
      await ending
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    ended: () => ending,
    log: () => lines.join('\n'),
  }
}
