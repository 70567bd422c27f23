import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const forOthers = 0o077

/** The names of what the product keeps at the top of a data folder. */
const ours =
  /^((events|keys|lock)\.sqlite.*|master\.key|eventstore.*|sandbox.*|content|mail|read-models|redis|uploads)$/

const isOpen = (path: string): boolean => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & forOthers) !== 0

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/**
 * The files that other accounts of the machine may read or write in a data folder: the folder itself, and what the
 * product keeps at its top or for Redis. Deeper folders are created for their owner alone since the first version.
 */
export const openToOthers = (dataDir: string): string[] => {
  const top = namesIn(dataDir).filter((name) => ours.test(name))
  const ofRedis = namesIn(join(dataDir, 'redis')).map((name) => join('redis', name))
  return [dataDir, ...[...top, ...ofRedis].map((name) => join(dataDir, name))].filter(isOpen)
}

const sticky = 0o1000

/**
 * Makes these files and folders private. Returns those that it leaves unchanged: those of another account, and shared
 * folders such as /tmp.
 */
export const closeToOthers = (paths: readonly string[]): string[] =>
  paths.filter((path) => {
    try {
      const { mode } = statSync(path)
      if (mode & sticky) return true
      chmodSync(path, mode & 0o700)
      return false
    } catch {
      return true
    }
  })
