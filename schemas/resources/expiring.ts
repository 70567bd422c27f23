import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { ShownDate } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId } from '../ids.ts'

/** How many files a list of the client's files has, narrowed by expiry. */
const Count = z.int().min(0)

/** A client with files that have expired or expire within 60 days, as far as the caller sees them (D-57). */
export const ExpiringClient = z
  .object({
    client_id: ClientId,
    client_name: z.string(),
    /** The earliest expiry date of its files. */
    first_expires_at: ShownDate,
    expired: Count,
    /** Those that expire today or within so many days; each number holds the ones before it. */
    within_7_days: Count,
    within_30_days: Count,
    within_60_days: Count,
  })
  .meta({ id: 'ExpiringClient' })
export type ExpiringClient = z.infer<typeof ExpiringClient>

export const listExpiringClients = endpoint('GET /api/expiring', {
  past: true,
  summary: 'Clients with files that have expired or expire within 60 days, the earliest first',
  access: 'files.view',
  limits: { slow: true },
  query: PageQuery,
  response: z.array(ExpiringClient),
})
