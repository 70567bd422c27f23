import { spawn } from 'node:child_process'

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** What a shell would report for a process that a signal ended. @type {Readonly<Record<string, number>>} */
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/**
 * Runs a program in place of this one: same terminal, its signals, its exit code. The program gets an IPC channel and
 * so learns when this process is killed; and npm's end (it cannot forward SIGKILL) is passed on as SIGTERM.
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
