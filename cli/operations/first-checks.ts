import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { holdLock } from '#api/adapters/folder-lock.ts'
import { EXIT_BAD_CONFIGURATION } from '#api/env/env.ts'

/** The reason why Siteledger cannot start, as one line for the person who started it, and the exit code. */
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

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'there is a file of that name',
}

/** Bytes that must be free: a start writes keys, locks and marks before it can say anything. */
const leastRoom = 65_536

/**
 * Creates the folder for all durable data, for its owner alone.
 * @throws {CannotStart} when it is not writable
 */
export const prepareDataDir = (dataDir: string): void => {
  const probe = join(dataDir, `.write-test-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(probe, Buffer.alloc(leastRoom))
    rmSync(probe)
  } catch (error) {
    if (existsSync(probe)) rmSync(probe)
    const code = codeOf(error)
    const reason = reasons[code] ?? code
    throw new CannotStart(`DATA_DIR "${dataDir}" cannot be written: ${reason}.`, EXIT_BAD_CONFIGURATION)
  }
}

/**
 * Prevents a second Siteledger on the same folder for the life of this process.
 * @returns the holder of the lock; keep it
 * @throws {CannotStart} when another process holds it
 */
export const lockDataDir = (dataDir: string): DatabaseSync => {
  const lock = holdLock(join(dataDir, 'lock.sqlite'), 0)
  if (lock) return lock
  throw new CannotStart(`DATA_DIR "${dataDir}" is in use by another Siteledger. Stop it, or set DATA_DIR.`, 1)
}

/** The error code of listening on the port; undefined if it is free. */
const tryPort = (port: number, host: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(codeOf(error)))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

const portTries = 20
const portPauseMs = 100

/**
 * Ensures that the API will be able to listen. It waits two seconds for a port in use: the API of a killed supervisor
 * may still be ending.
 * @throws {CannotStart} when the port is taken, or this machine does not have the host's address
 */
export const checkPort = async (port: number, host: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const code = await tryPort(port, host)
    if (code === undefined) return
    if (code === 'EADDRINUSE') {
      if (tries < portTries) await wait(portPauseMs)
      else throw new CannotStart(`PORT ${port} on ${host} is in use. Stop what uses it, or set PORT.`, 1)
    } else if (code === 'EACCES') {
      throw new CannotStart(`PORT ${port} may not be opened by this user. Set PORT above 1023.`, EXIT_BAD_CONFIGURATION)
    } else {
      throw new CannotStart(`HOST "${host}" cannot be listened on (${code}).`, EXIT_BAD_CONFIGURATION)
    }
  }
}
