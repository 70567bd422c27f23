import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from './commands.mjs'

const heartbeatMs = 1_000
/** Milliseconds after which an untouched lock is abandoned, even if its process id now belongs to another process. */
const staleMs = 15_000

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {string} file */
const isAbandoned = (file) => {
  try {
    return !isAlive(Number(readFileSync(file, 'utf8'))) || Date.now() - statSync(file).mtimeMs > staleMs
  } catch {
    return false
  }
}

/** Acquires the lock if it is free. link() is atomic and carries the content, so nobody ever sees an empty lock. @param {string} file */
const tryToAcquire = (file) => {
  const own = `${file}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, file)
    return true
  } catch {
    return false
  } finally {
    unlinkSync(own)
  }
}

/** Moves an abandoned lock away; rename() lets one of several who noticed it win. @param {string} file */
const clear = (file) => {
  const away = `${file}.stale.${process.pid}`
  try {
    renameSync(file, away)
    if (isAbandoned(away)) rmSync(away, { force: true })
    else renameSync(away, file)
  } catch {
    // another process was quicker, which is as good
  }
}

/**
 * Runs an action under a lock on the folder, one process of this machine at a time. The lock of a killed process is
 * detected and taken over.
 * @template T
 * @param {string} file the lock
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export const withLock = async (file, action) => {
  mkdirSync(dirname(file), { recursive: true })
  let announced = false
  while (!tryToAcquire(file)) {
    if (isAbandoned(file)) clear(file)
    else {
      if (!announced) say('Another start is installing; waiting for it ...')
      announced = true
      await wait(200)
    }
  }
  const heartbeat = setInterval(() => {
    if (existsSync(file)) utimesSync(file, new Date(), new Date())
  }, heartbeatMs)
  try {
    return await action()
  } finally {
    clearInterval(heartbeat)
    rmSync(file, { force: true })
  }
}
