import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A line of progress. Goes to standard output, so that it stays in order with what follows. @param {string} line */
export const say = (line) => {
  process.stdout.write(`${line}\n`)
}

/** An error that the person has to solve; shown as one line, without a stack. */
export class InstallError extends Error {
  /** @override */
  name = 'InstallError'
}

/** @param {string} file */
const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * The first of these programs that exists, as an absolute path. A name that is a path already is tried as it is.
 * @param {readonly string[]} names in order of preference
 * @param {string} [path] searched folders, as in the PATH variable
 * @returns {string | undefined}
 */
export const findProgram = (names, path = process.env.PATH ?? '') => {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return names
    .flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name))))
    .find(isExecutable)
}

/**
 * Runs a command that must not ask anything (standard input is closed). While it is silent, a line every ten seconds
 * says that it is still at work; its own output is shown only when it fails.
 * @param {string} label what the person reads, for example "npm packages"
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to this process's environment
 * @returns {Promise<void>} rejects with an InstallError when the command cannot start or ends with another code than 0
 */
export const runQuietly = (label, command, args, env = {}) =>
  new Promise((resolve, reject) => {
    const started = Date.now()
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    /** @type {string[]} */
    const output = []
    child.stdout.on('data', (data) => output.push(String(data)))
    child.stderr.on('data', (data) => output.push(String(data)))
    const stillAtWork = setInterval(
      () => say(`  ... ${label} (${Math.round((Date.now() - started) / 1000)} s)`),
      10_000,
    )
    const interrupted = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal)
      process.exit(1)
    }
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
    const settled = () => {
      clearInterval(stillAtWork)
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    }
    const fail = (/** @type {string} */ how) => {
      process.stderr.write(output.join(''))
      reject(new InstallError(`${[command, ...args].join(' ')} ${how}`))
    }
    child.on('error', (error) => {
      settled()
      fail(`could not start: ${error.message}`)
    })
    child.on('close', (code, signal) => {
      settled()
      if (code === 0) resolve()
      else fail(signal === null ? `ended with code ${code}` : `was ended by ${signal}`)
    })
  })
