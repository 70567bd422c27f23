import type { ReplayOrder } from '#api/adapters/rebuild-orders.ts'
import type { SharedMetricsReplay } from '#schemas/resources/metrics.ts'
import type { ReadModel, Rebuild, SharedRebuild } from '#schemas/resources/read-models.ts'

/** Rebuilds of read models next to the live ones in this process, at most one per read model. */
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

/** The read models of all replicas and their rebuilds; what one is asked for all of them do, also those that come later. */
export type SharedRebuilds = {
  inspect: () => Promise<ReadModel[]>
  /** Starts a rebuild, or joins the one that runs; undefined if there is no read model of that name. */
  start: (name: string) => Promise<{ rebuild: SharedRebuild; isNew: boolean } | undefined>
  find: (name: string) => Promise<SharedRebuild | undefined>
  /** Replaces the live files by the rebuilt ones; or the replicas on which it is not ready, which replaces none. */
  swap: (name: string) => Promise<SharedRebuild | { notReady: string[] }>
  /** Puts the former files back; undefined if there are none. */
  rollBack: (name: string) => Promise<SharedRebuild | undefined>
  discard: (name: string) => Promise<void>
}

/** Replays of the metrics on all replicas, also those that come later. */
export type SharedReplays = {
  /** The last one; undefined before the first. */
  find: () => Promise<SharedMetricsReplay | undefined>
  /** Undefined while another runs. */
  start: (order: Pick<ReplayOrder, 'days' | 'dry_run'>) => Promise<SharedMetricsReplay | undefined>
}
