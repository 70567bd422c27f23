import type { DayCounts } from '#api/adapters/day-counts.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { listSecurityEvents } from '#schemas/resources/security-events.ts'
import { type SecurityEvent, securityEvents } from '#schemas/rights/security-events.ts'
import { plusDays, today } from '#schemas/time/dates.ts'

/** Operators see how many security events there were. */
export const securityEventRoutes = (counts: Pick<DayCounts, 'of'>): Route[] => [
  route(listSecurityEvents, async ({ query }) => {
    const last = today(new Date(), 'UTC')
    const days = Array.from({ length: query.days }, (_, before) => plusDays(last, -before))
    const counted = await counts.of(days)
    const countsOf = (found: Record<string, number> = {}) =>
      Object.fromEntries(securityEvents.map((event) => [event, found[event] ?? 0])) as Record<SecurityEvent, number>
    return resource(days.map((day, at) => ({ day, counts: countsOf(counted[at]) })))
  }),
]
