import { spawn } from 'node:child_process'

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Exit codes by signal, as a shell reports them. @type {Readonly<Record<string, number>>} */
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/**
 * Runs a program in place of this one: same terminal, signals and exit code. The program gets an IPC channel, by which
 * it learns that this process was killed. The end of npm, which cannot forward SIGKILL, is forwarded as SIGTERM.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export const handOver = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
    if (process.env.npm_lifecycle_event !== undefined) {
      const parent = process.ppid
      setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1_000).unref()
    }
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (SIGNAL_NUMBERS[signal ?? ''] ?? 1)))
  })
