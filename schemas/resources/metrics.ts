import { z } from 'zod'
import { CalendarDate, dateField } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Numbers of the whole platform, without records in the trash (D-35); `files_size` in bytes. `recurring` is what paid
 * subscriptions bring in a year, and `volume` what invoices were paid and refunded, both in minor units (D-61).
 */
export const metrics = [
  'teams',
  'users',
  'clients',
  'sites',
  'files',
  'files_size',
  'new_users',
  'recurring',
  'volume',
] as const
export const Metric = z.enum(metrics, { error: 'The selected metric is invalid.' })
export type Metric = z.infer<typeof Metric>

const many = z.int().min(0)

/** The numbers at the end of a UTC day; `new_users` and `volume` are those of that day only. */
export const DayMetrics = z.object({
  day: CalendarDate,
  teams: many,
  users: many,
  clients: many,
  sites: many,
  files: many,
  files_size: many,
  new_users: many,
  recurring: many,
  volume: z.int(),
})
export type DayMetrics = z.infer<typeof DayMetrics>

/** One event that changed a number on a day, and by how much. */
export const MetricEvent = z.object({ metric: Metric, position: z.string(), type: z.string(), change: z.int() })
export type MetricEvent = z.infer<typeof MetricEvent>

const counter = { access: 'operator', response: many } as const
const path = '/api/kiosk/performance-indicators'

export const countTeams = endpoint(`GET ${path}/teams`, { ...counter, summary: 'How many teams there are' })
export const countUsers = endpoint(`GET ${path}/users`, { ...counter, summary: 'How many users there are' })
export const countClients = endpoint(`GET ${path}/clients`, { ...counter, summary: 'How many clients there are' })
export const countSites = endpoint(`GET ${path}/sites`, { ...counter, summary: 'How many sites there are' })
export const countFiles = endpoint(`GET ${path}/files`, { ...counter, summary: 'How many files there are' })
export const sumFileSizes = endpoint(`GET ${path}/files-size`, { ...counter, summary: 'Bytes of all files together' })

/** Days, both included; without them the newest. */
export const DayRange = z.object({ from: dateField('from').optional(), to: dateField('to').optional() })

export const listMetrics = endpoint('GET /api/kiosk/metrics', {
  summary: 'The numbers of each UTC day, newest first; the 60 newest days without from',
  access: 'operator',
  query: DayRange,
  response: z.array(DayMetrics),
})

export const listMetricEvents = endpoint('GET /api/kiosk/metrics/{day}/events', {
  summary: 'The events that changed the numbers of a UTC day: how many, and the first 500 in the order of the log',
  about: 'Changes of `recurring` and `volume` are in minor units. A trial changes numbers on the day on which it ends.',
  access: 'operator',
  params: z.object({ day: dateField('day') }),
  query: z.object({ metric: Metric.optional().meta({ description: 'The number that changed; all without it.' }) }),
  response: z.object({ total: many, events: z.array(MetricEvent) }),
})

/** The maximum number of days that can be replayed with the names of their events. */
export const maxDaysWithEvents = 31

/** A replay on one replica, at most one at a time; `result` is present once it has finished, `share` is of the log. */
export const MetricsReplay = z.object({
  state: z.enum(['running', 'finished', 'failed']),
  share: z.number().min(0).max(1),
  reason: z.string().nullable(),
  result: z
    .object({
      /** The position in the log of both the old and the new numbers. */
      position: z.string().nullable(),
      dry_run: z.boolean(),
      /** Requested days whose numbers differ, and whether the new numbers were stored. */
      differing: many,
      /** Other days that differ: a day's numbers build on all days before, so they are stored together. */
      elsewhere: many,
      replaced: z.boolean(),
      /** Oldest first. */
      days: z.array(
        z.object({
          day: CalendarDate,
          old: DayMetrics.omit({ day: true }).nullable(),
          new: DayMetrics.omit({ day: true }),
          events: z.array(MetricEvent).optional(),
        }),
      ),
    })
    .nullable(),
})
export type MetricsReplay = z.infer<typeof MetricsReplay>

/** The replay on the replica that is furthest behind, or whose numbers differ, and how far each is. */
export const SharedMetricsReplay = MetricsReplay.extend({
  replicas: z.array(
    z.object({
      replica: z.string(),
      /** Also that it has none, or does not answer. */
      state: z.enum([...MetricsReplay.shape.state.options, 'none', 'silent']),
      share: z.number().min(0).max(1),
      /** Requested days whose numbers differ there; null until it has finished. */
      differing: many.nullable(),
    }),
  ),
})
export type SharedMetricsReplay = z.infer<typeof SharedMetricsReplay>

const replay = { access: 'operator', response: SharedMetricsReplay } as const

export const replayMetrics = endpoint('POST /api/kiosk/metrics/replay', {
  ...replay,
  summary:
    'Start to recompute the numbers of UTC days from the log on all replicas; dry_run keeps the old ones, 409 while another runs',
  body: z.object({
    from: dateField('from'),
    to: dateField('to'),
    dry_run: z.boolean({ error: 'The dry_run field must be true or false.' }).default(true),
    events: z.boolean({ error: 'The events field must be true or false.' }).default(false),
  }),
})

export const showMetricsReplay = endpoint('GET /api/kiosk/metrics/replay', {
  ...replay,
  summary: 'How far the last replay is on each replica, and at last the old and new numbers; 404 before the first',
})
