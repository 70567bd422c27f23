import { z } from 'zod'
import { ShownDate } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import { HistoryEntry } from './history.ts'
import { SearchHit } from './search.ts'

/** The kinds of records that have a page or a preview of their own. */
const openedKinds = ['clients', 'sites', 'visits', 'files'] as const
export type OpenedKind = (typeof openedKinds)[number]

const one = `(${openedKinds.join('|')})[.][\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}`

/** At most eight records, `kind.id`, separated by commas. */
const Opened = z
  .string('The opened records are invalid.')
  .regex(new RegExp(`^(${one}(,${one}){0,7})?$`), 'The opened records are invalid.')
  .default('')
  .meta({ description: 'Records to name in the answer, at most eight: sites.<id>,clients.<id>.' })

/** How many records a list shows; null where the caller may not see that list. */
const Count = z.int().min(0).nullable()

/** A change as one line tells it; uploads of one person in a row, on one day and to one place, are one line. */
export const ActivityLine = HistoryEntry.omit({ team: true, changes: true }).extend({
  /** How many entries of the history it stands for. */
  entries: z.int(),
})
export type ActivityLine = z.infer<typeof ActivityLine>

export const OpenedRecord = SearchHit.omit({ found: true }).extend({ resource: z.enum(openedKinds) })
export type OpenedRecord = z.infer<typeof OpenedRecord>

/**
 * The overview of a team, as far as the caller sees it (D-57). Each number is that of a list: visits with a
 * day in the week, files completed in it, sites without a file, files without a category, files that have expired or
 * expire within 30 days, entries of the trash.
 */
export const Overview = z
  .object({
    /** Whether the caller sees no client. */
    is_empty: z.boolean(),
    /** Whether the team has nothing yet, and the caller may add sample data. */
    offers_sample: z.boolean(),
    /** This week where the team works, from Monday to Sunday. */
    week: z.object({ from: ShownDate, to: ShownDate }),
    visits_this_week: Count,
    files_this_week: Count,
    sites_without_files: Count,
    uncategorised_files: Count,
    /** Files that have expired, and those that expire within so many days as the filter of the list says. */
    expired_files: Count,
    expiring_files: Count,
    /** What is required of sites and missing, or has expired; null where the caller may not see files. */
    missing_requirements: Count,
    expired_requirements: Count,
    in_trash: Count,
    /** The newest changes; null for callers who may not see the history (D-92). */
    activity: z.array(ActivityLine).nullable(),
    /** Those of the named records that the caller may see, in the order named. */
    opened: z.array(OpenedRecord),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

export const showOverview = endpoint('GET /api/overview', {
  past: true,
  summary: 'What is due and what is new in the team, in numbers, and its newest changes',
  access: 'signed-in',
  caller: { needsPlan: true, byToken: true },
  limits: { slow: true },
  cache: { tagged: true },
  query: z.object({ opened: Opened }),
  response: Overview,
})
