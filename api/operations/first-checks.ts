import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { EXIT_BAD_CONFIGURATION } from '#api/env.ts'

/** Why Siteledger cannot start here, as one line for the person who started it, and the exit code. */
export class CannotStart extends Error {
  override name = 'CannotStart'
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'there is a file of that name',
}

/**
 * Makes the folder that everything lasting is kept in.
 * @throws {CannotStart} when nothing can be written there
 */
export const prepareDataDir = (dataDir: string): void => {
  const probe = join(dataDir, `.write-test-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const code = codeOf(error)
    const reason = REASONS[code] ?? code
    throw new CannotStart(`DATA_DIR "${dataDir}" cannot be written: ${reason}.`, EXIT_BAD_CONFIGURATION)
  }
}

/**
 * Keeps a second Siteledger out of the same folder for as long as this process lives: an SQLite lock, because the
 * system gives that back by itself however the process ends.
 * @returns the holder of the lock; keep it
 * @throws {CannotStart} when another process has it
 */
export const lockDataDir = (dataDir: string): DatabaseSync => {
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch {
    lock.close()
    throw new CannotStart(`DATA_DIR "${dataDir}" is in use by another Siteledger. Stop it, or set DATA_DIR.`, 1)
  }
}

/** undefined when the port can be listened on, else the system's error code. */
const tryPort = (port: number, host: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(codeOf(error)))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

const PORT_TRIES = 20

/**
 * Makes sure that the API will be able to listen. A port that was in use two seconds ago is given that long: the API
 * of a supervisor that was killed may still be ending.
 * @throws {CannotStart} when the port is taken, or this host is not ours to listen on
 */
export const checkPort = async (port: number, host: string, tryMs = 100): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const code = await tryPort(port, host)
    if (code === undefined) return
    if (code === 'EADDRINUSE') {
      if (tries < PORT_TRIES) await wait(tryMs)
      else throw new CannotStart(`PORT ${port} on ${host} is in use. Stop what uses it, or set PORT.`, 1)
    } else if (code === 'EACCES') {
      throw new CannotStart(`PORT ${port} may not be opened by this user. Set PORT above 1023.`, EXIT_BAD_CONFIGURATION)
    } else {
      throw new CannotStart(`HOST "${host}" cannot be listened on (${code}).`, EXIT_BAD_CONFIGURATION)
    }
  }
}
