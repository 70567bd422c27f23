import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const EventReference = z.object({ id: z.string(), type: z.string(), stream: z.string(), position: z.string() })

const TableDifference = z.object({
  table: z.string(),
  live_rows: z.int().min(0),
  rebuilt_rows: z.int().min(0),
  only_live: z.int().min(0),
  only_rebuilt: z.int().min(0),
  /** Keys of the first rows that differ. */
  keys: z.array(z.string()),
})

/** A rebuild next to the live read model. `difference` is present once it is ready; `share` is of the log, 0 to 1. */
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

/** The rebuild of the replica that is furthest behind, and how far each is. */
export const SharedRebuild = Rebuild.extend({
  replicas: z.array(
    z.object({
      replica: z.string(),
      /** Also that it has none, or does not answer. */
      state: z.enum([...Rebuild.shape.state.options, 'none', 'silent']),
      share: z.number().min(0).max(1),
      /** Whether its rows differ from the live ones; null until it is ready. */
      differs: z.boolean().nullable(),
    }),
  ),
})
export type SharedRebuild = z.infer<typeof SharedRebuild>

/** A read model for operators: its lag behind the log, and its size. */
export const ReadModel = z.object({
  name: z.string(),
  /** The replica whose file it is. */
  replica: z.string(),
  /** Its position in the log, and that of the newest event; null before the first. */
  position: z.string().nullable(),
  log_position: z.string().nullable(),
  /** Whether it holds all events of the log. */
  caught_up: z.boolean(),
  /** Whether it is the file of an earlier version, which is read until that of this version is built. */
  outdated: z.boolean(),
  /** The number of rows in all its tables. */
  rows: z.int().min(0),
  /** Bytes on the disk. */
  size: z.int().min(0),
  /** Why it has failed; null if it has not. */
  error: z.string().nullable(),
  /** The event that it cannot apply, if it has failed at one. */
  stopped_at: EventReference.nullable(),
  /** Its last rebuild there; null before the first. */
  rebuild: Rebuild.nullable(),
})
export type ReadModel = z.infer<typeof ReadModel>
/** The state of its file and its projector. */
export type InspectedReadModel = Omit<ReadModel, 'rebuild' | 'replica'>

const params = z.object({ name: z.string().max(100) })
const rebuild = { access: 'operator', cache: { whileBehind: true }, params, response: SharedRebuild } as const
const path = '/api/kiosk/projections/{name}/rebuild'

export const listReadModels = endpoint('GET /api/kiosk/projections', {
  summary: 'Read models of each replica: place in the log, rows, size and errors',
  access: 'operator',
  cache: { whileBehind: true },
  response: z.array(ReadModel),
})

export const skipEvent = endpoint('POST /api/kiosk/projections/skips', {
  summary: 'Let read models go on without the event that they stand still at; 409 where none does at this position',
  about: 'It is for good, also for later rebuilds: what the event tells is missing in these read models.',
  access: 'operator',
  cache: { whileBehind: true },
  body: z.object({
    position: z
      .string({ error: 'The position field is required.' })
      .regex(/^\d{1,20}$/, 'The position must be a number.'),
  }),
  response: z.object({ event: EventReference, read_models: z.array(z.string()) }),
})

export const startRebuild = endpoint(`POST ${path}`, {
  ...rebuild,
  summary: 'Rebuild a read model from the whole log, next to the live one',
})

export const showRebuild = endpoint(`GET ${path}`, {
  ...rebuild,
  summary: 'How far the rebuild is, and how the result differs from the live read model',
})

export const swapRebuild = endpoint(`POST ${path}/swap`, {
  ...rebuild,
  summary: 'Put the rebuilt read model in the place of the live one; 409 until it is ready on all replicas',
})

export const rollBackRebuild = endpoint(`POST ${path}/roll-back`, {
  ...rebuild,
  summary: 'Put the former read model back; 409 where there is none any more',
})

export const discardRebuild = endpoint(`DELETE ${path}`, {
  ...rebuild,
  summary: 'Give a rebuild up',
  response: 'empty',
})
