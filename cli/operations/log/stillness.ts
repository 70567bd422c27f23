import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Env } from '#api/env/env.ts'
import { hostsOf } from '#api/event-store/address.ts'
import { CannotStart, lockFile } from '#api/event-store/embedded/stored-log.ts'
import { CannotCopy } from '#api/event-store/whole-log.ts'
import { isInUse } from '#cli/operations/doctor/data-folder.ts'
import { nameOf, type Place } from './place.ts'

/** Milliseconds between two looks at a source that is followed. */
const pause = 200

/** Whether a source is still written to, and what keeps it from being written to again. */
export type Stillness = {
  /** Holds the source still if nobody writes to it, from then on until `release`. */
  hold: () => boolean
  /** Waits a moment, shorter if somebody says that the source is stopped. */
  moment: () => Promise<void>
  release: () => void
}

/** A folder is stopped when neither Siteledger nor an event store node runs on it; a backup always is. */
const ofFolder = ({ folder, file, isBackup }: Extract<Place, { kind: 'folder' }>): Stillness => {
  let lock: ReturnType<typeof lockFile> | undefined
  const hold = (): boolean => {
    // A node that died is started again by the Siteledger that runs there: it must find its lock free.
    if (isBackup || lock) return true
    if (isInUse({ dataDir: folder })) return false
    try {
      lock = lockFile(file)
      return true
    } catch (error) {
      if (error instanceof CannotStart) return false
      throw error
    }
  }
  return { hold, moment: () => wait(pause), release: () => lock?.release() }
}

/** Nobody can tell who writes to an event store: whoever runs it says by a signal that the installation is stopped. */
const ofAddress = (stopped: AbortSignal): Stillness => ({
  hold: () => stopped.aborted,
  moment: () => wait(pause, undefined, { signal: stopped }).catch(() => undefined),
  release: () => undefined,
})

/** @param stopped aborted when whoever runs an event store says that nobody writes to it any more */
export const stillnessOf = (place: Place, stopped: AbortSignal): Stillness =>
  place.kind === 'folder' ? ofFolder(place) : ofAddress(stopped)

/** Addresses that the installation of this environment uses: the configured one, or that of its own node. */
const ownHosts = ({ dataDir, eventStoreUrl }: Env): string | undefined => {
  if (eventStoreUrl !== undefined) return hostsOf(eventStoreUrl)
  const own = join(dataDir, 'eventstore-url')
  return existsSync(own) ? hostsOf(readFileSync(own, 'utf8').trim()) : undefined
}

/**
 * Refuses a source that a running installation writes to, as far as that can be seen from here.
 * @throws {CannotCopy}
 */
export const refuseWritten = (place: Place, env: Env, { hold }: Stillness): void => {
  const isWritten = place.kind === 'folder' ? !hold() : isInUse(env) && ownHosts(env) === hostsOf(place.url)
  if (isWritten)
    throw new CannotCopy(
      `A running installation writes to ${nameOf(place)}: stop it first, or pass --follow to copy meanwhile.`,
    )
}
