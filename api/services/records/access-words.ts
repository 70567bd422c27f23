import type { ReadModels } from '#api/services/read-models.ts'
import type { MembershipQueries } from '#projections/past/memberships.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Access } from '#schemas/resources/access.ts'
import { type Clock, showDate, today } from '#schemas/time/dates.ts'

/** A sentence, given the day of the event behind it. */
export type Reason = { position: number; text: (day: string) => string }

export const since = (what: string) => (day: string) => `${what} since ${day}`

/** How it is told who may see a record: names of today, and reasons with the days of their events. */
export const accessWords = ({ directory: { accounts } }: ReadModels, memberships: MembershipQueries, clock: Clock) => {
  const nameOf = (id: UserId): string => accounts.namesOf([id]).get(id) ?? 'erased person'
  const dayAt = (position: number) => showDate(today(memberships.timeOf(position), clock.timeZone))
  const told = (reasons: readonly Reason[]): Pick<Access, 'why' | 'since'> => ({
    why: reasons.map(({ text, position }) => ({ text: text(dayAt(position)), position: String(position) })),
    since: memberships.timeOf(Math.max(...reasons.map(({ position }) => position))).toISOString(),
  })
  return { nameOf, told }
}
