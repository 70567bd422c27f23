import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The exit code of a process that cannot run with its configuration, which another try would not change. */
export const badConfiguration = 78

/** What a process sends once it is ready: `port` and `url` where others need to know where it listens. */
export type ReadyMessage = { type: 'ready' } | { type: 'listening'; port: number; url?: string }

/** The spec of a supervised process. */
export type ProcessSpec = {
  /** Its name in messages: "API". */
  name: string
  command: string
  args: readonly string[]
  /** The whole environment of the process. */
  env: NodeJS.ProcessEnv
  /** Resolves once the process is ready. */
  readiness: (child: ChildProcess) => Promise<ReadyMessage>
  /** Milliseconds between SIGTERM and SIGKILL. */
  graceMs: number
}

export type Output = (name: string, line: string) => void

/**
 * How a process ended: exactly one of `code` and `signal` is set; `said` is the
 * last line on standard error of a process that cannot run with its configuration.
 */
export type Ending = { code: number | null; signal: NodeJS.Signals | null; said?: string }

export type SupervisedProcess = {
  pid: number | undefined
  ready: Promise<ReadyMessage>
  ended: Promise<Ending>
  /** Sends SIGTERM, after the grace period SIGKILL, and resolves when the process and its descendants have ended. */
  stop: () => Promise<void>
}

/** Readiness by the first `ready` or `listening` message of a process of ours. */
export const readyByMessage = (child: ChildProcess): Promise<ReadyMessage> =>
  new Promise((resolve) => {
    child.on('message', (message: Partial<ReadyMessage>) => {
      if (message.type === 'ready') resolve({ type: 'ready' })
      else if (message.type === 'listening' && typeof message.port === 'number') {
        const { port, url } = message
        resolve({ type: 'listening', port, ...(url === undefined ? {} : { url }) })
      }
    })
  })

/** Kills the rest of a process group, if there is one. */
const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Passes lines on, until `release` each one only when the next has come: the last line of a process that cannot run is
 * the reason, which the supervisor says, once.
 */
const heldBack = (pass: (line: string) => void) => {
  let said: string | undefined
  let released = false
  const passHeld = (): void => {
    if (said !== undefined) pass(said)
    said = undefined
  }
  return {
    line: (line: string): void => {
      passHeld()
      if (released) pass(line)
      else said = line
    },
    release: (): void => {
      released = true
      passHeld()
    },
    held: () => (said === undefined ? {} : { said }),
  }
}

/**
 * Starts a process in its own process group, so that Ctrl-C in the terminal reaches only the supervisor, which stops
 * the others in order. The process gets an IPC channel, which closes when the supervisor is killed, and a pipe as standard input for those that watch that instead.
 */
export const startProcess = (spec: ProcessSpec, output: Output): SupervisedProcess => {
  const child = spawn(spec.command, spec.args, {
    env: spec.env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  const errors = heldBack((line) => output(spec.name, line))
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => output(spec.name, line))
  if (child.stderr) createInterface({ input: child.stderr }).on('line', errors.line)
  const ready = spec.readiness(child)
  ready.then(errors.release, () => {})
  const ended = new Promise<Ending>((resolve) => {
    child.on('error', (error) => {
      output(spec.name, error.message)
      if (child.pid === undefined) resolve({ code: 127, signal: null })
    })
    child.once('exit', (code, signal) => {
      killGroup(child.pid)
      if (code === badConfiguration) {
        // Only then its last line, which gives the reason, has been read.
        child.once('close', () => resolve({ code, signal, ...errors.held() }))
        return
      }
      errors.release()
      resolve({ code, signal })
    })
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const deadline = setTimeout(() => killGroup(child.pid), spec.graceMs)
    await ended
    clearTimeout(deadline)
  }
  return { pid: child.pid, ready, ended, stop }
}
