import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A read model as operators see it: how far it is behind the log, and what it takes. */
export const ReadModel = z.object({
  name: z.string(),
  /** Its place in the log, and that of the newest event; null before the first. */
  position: z.string().nullable(),
  log_position: z.string().nullable(),
  /** Whether it holds everything that is in the log. */
  caught_up: z.boolean(),
  /** Rows of all its tables together. */
  rows: z.int().min(0),
  /** Bytes on the disk. */
  size: z.int().min(0),
  /** Why it stands still; null where it does not. */
  error: z.string().nullable(),
})
export type ReadModel = z.infer<typeof ReadModel>

const TableDifference = z.object({
  table: z.string(),
  live_rows: z.int().min(0),
  rebuilt_rows: z.int().min(0),
  only_live: z.int().min(0),
  only_rebuilt: z.int().min(0),
  /** Keys of the first rows that differ. */
  keys: z.array(z.string()),
})

/** A rebuild beside the live read model. `difference` is told once it is ready; `share` is of the log, 0 to 1. */
export const Rebuild = z.object({
  name: z.string(),
  state: z.enum(['building', 'ready', 'swapped', 'rolled-back', 'failed']),
  events: z.int().min(0),
  events_per_second: z.int().min(0),
  share: z.number().min(0).max(1),
  seconds_left: z.int().min(0).nullable(),
  difference: z.array(TableDifference).nullable(),
  reason: z.string().nullable(),
})
export type Rebuild = z.infer<typeof Rebuild>

const params = z.object({ name: z.string().max(100) })
const rebuild = { access: 'operator', params, response: Rebuild, status: 200 } as const
const path = '/api/kiosk/projections/{name}/rebuild'

export const listReadModels = endpoint({
  method: 'GET',
  path: '/api/kiosk/projections',
  summary: 'Read models: place in the log, rows, size and errors',
  access: 'operator',
  response: z.array(ReadModel),
  status: 200,
})

export const startRebuild = endpoint({
  ...rebuild,
  method: 'POST',
  path,
  summary: 'Build a read model anew beside the live one, from the whole log',
})

export const showRebuild = endpoint({
  ...rebuild,
  method: 'GET',
  path,
  summary: 'How far the rebuild is, and how the result differs from the live read model',
})

export const swapRebuild = endpoint({
  ...rebuild,
  method: 'POST',
  path: `${path}/swap`,
  summary: 'Put the rebuilt read model in the place of the live one; 409 where it is not ready',
})

export const rollBackRebuild = endpoint({
  ...rebuild,
  method: 'POST',
  path: `${path}/roll-back`,
  summary: 'Put the former read model back; 409 where there is none any more',
})

export const discardRebuild = endpoint({
  ...rebuild,
  method: 'DELETE',
  path,
  summary: 'Give a rebuild up',
  response: 'empty',
  status: 204,
})
