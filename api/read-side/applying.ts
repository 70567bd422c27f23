import { Worker } from 'node:worker_threads'
import type { AudienceChange } from '#projections/changes/change-of.ts'
import type { ProjectionState } from '#projections/engine/applied-file.ts'
import type { ProjectionGroup } from '#projections/registry.ts'

/** `folder` holds the read models, `contentUrl` the texts that events refer to. */
export type ProjectorSetup = {
  eventStoreUrl: string
  folder: string
  contentUrl: string
  keysUrl: string
  masterKey: Uint8Array
}

/**
 * The reports of a thread that applies events to a group of read models. `toBuild` names those whose files are built
 * elsewhere.
 */
export type ProjectorMessage =
  | { type: 'damaged'; name: string }
  | { type: 'opened'; states: ProjectionState[]; target: string | null; toBuild: string[] }
  | { type: 'progress'; states: ProjectionState[]; changes: AudienceChange[]; rights: string[]; gone: string[] }
  | { type: 'broken'; reason: string }
  | { type: 'following' }
  | { type: 'replaced'; name: string; states: ProjectionState[] }

/** `replace` supplies the file of a read model; `apply` applies the whole log to one that has none. */
export type ProjectorOrder =
  | { type: 'close' }
  | { type: 'replace'; name: string; from: string }
  | { type: 'apply'; name: string }

export type Applying = { order: (order: ProjectorOrder) => void; terminate: () => void }

/**
 * Starts to apply events to a group of read models. Takes orders, calls `onMessage` with each message, and calls
 * `ended` once at the end.
 */
export type StartApplying = (
  group: ProjectionGroup,
  onMessage: (message: ProjectorMessage) => void,
  ended: (error: Error) => void,
) => Applying

/** Applies the events of each group in a separate thread. */
export const inThread =
  (setup: ProjectorSetup): StartApplying =>
  (group, onMessage, ended) => {
    const thread = new Worker(new URL('./projector-thread.ts', import.meta.url), { workerData: { ...setup, group } })
    let cause: Error | undefined
    thread.on('message', onMessage)
    thread.once('error', (error: Error) => {
      cause = error
    })
    thread.once('exit', (code) => ended(cause ?? new Error(`The read models ended with code ${code}`)))
    return { order: (order) => thread.postMessage(order), terminate: () => void thread.terminate() }
  }
