import type { Rebuild } from '#schemas/resources/read-models.ts'

/** Rebuilds of read models next to the live ones, at most one per read model. */
export type Rebuilds = {
  /** Starts a rebuild, or returns the running one; undefined if there is no read model of that name. */
  start: (name: string) => Rebuild | undefined
  find: (name: string) => Rebuild | undefined
  /** Replaces the live file by the rebuilt one; undefined if no rebuild is ready. */
  swap: (name: string) => Promise<Rebuild | undefined>
  /** Puts the former file back; undefined if there is none. */
  rollBack: (name: string) => Promise<Rebuild | undefined>
  /** Abandons a rebuild and removes its files. */
  discard: (name: string) => Promise<void>
}
