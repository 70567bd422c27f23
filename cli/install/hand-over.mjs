import { spawn } from 'node:child_process'
import { whenNpmEnds } from './npm-end.mjs'

/** @type {readonly NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Exit codes by signal, as a shell reports them. @type {Readonly<Record<string, number>>} */
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/**
 * Runs a program as a child with the same terminal, signals and exit code. It gets an IPC channel, by which it learns
 * that this process was killed.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
const runAsChild = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    for (const signal of signals) process.on(signal, () => child.kill(signal))
    whenNpmEnds(() => child.kill('SIGTERM'))
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signalNumbers[signal ?? ''] ?? 1)))
  })

/**
 * Replaces this process by a program, which saves the memory of a second one. A Node before 22.15 cannot, and runs the
 * program as a child: `npm start` has such a Node at most once, before it installed its own.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code of a child
 */
export const handOver = (command, args) => {
  if (process.execve) process.execve(command, [command, ...args])
  return runAsChild(command, args)
}
