import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { ReadyMessage } from '#api/operations/parent.ts'

/** One process that the supervisor runs. */
export type ProcessSpec = {
  /** What people read: "API". */
  name: string
  command: string
  args: readonly string[]
  /** The whole environment of the process. */
  env: NodeJS.ProcessEnv
  /** Resolves once the process does its work. */
  readiness: (child: ChildProcess) => Promise<ReadyMessage>
  /** How long it may take to end in order before it is killed, in milliseconds. */
  graceMs: number
}

export type Output = (name: string, line: string) => void

/** How a process ended: exactly one of the two is set. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null }

export type SupervisedProcess = {
  pid: number | undefined
  ready: Promise<ReadyMessage>
  ended: Promise<Ending>
  /** Asks the process to end, kills it after its grace, and resolves when it and all that it started are gone. */
  stop: () => Promise<void>
}

/** Readiness of a process of ours: its first `ready` or `listening` message (see parent.ts). */
export const readyByMessage = (child: ChildProcess): Promise<ReadyMessage> =>
  new Promise((resolve) => {
    child.on('message', (message: Partial<ReadyMessage>) => {
      if (message.type === 'ready') resolve({ type: 'ready' })
      else if (message.type === 'listening' && typeof message.port === 'number')
        resolve({ type: 'listening', port: message.port })
    })
  })

/** Kills what is left of a process group; nothing left is fine. */
const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Starts a process in a group of its own, so that Ctrl-C in the terminal reaches the supervisor alone, which ends the
 * others in order; with an IPC channel, which closes when the supervisor is killed (see parent.ts); and with standard
 * input from a pipe for those that watch that instead (see redis.ts).
 */
export const startProcess = (spec: ProcessSpec, output: Output): SupervisedProcess => {
  const child = spawn(spec.command, spec.args, {
    env: spec.env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', (line) => output(spec.name, line))
  }
  const ended = new Promise<Ending>((resolve) => {
    child.on('error', (error) => {
      output(spec.name, error.message)
      if (child.pid === undefined) resolve({ code: 127, signal: null })
    })
    child.once('exit', (code, signal) => {
      killGroup(child.pid)
      resolve({ code, signal })
    })
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const deadline = setTimeout(() => killGroup(child.pid), spec.graceMs)
    await ended
    clearTimeout(deadline)
  }
  return { pid: child.pid, ready: spec.readiness(child), ended, stop }
}
