import type { CalendarFeedEvent } from '#schemas/events/calendar-feed.ts'
import type { UserId } from '#schemas/ids.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'

/** The digest of the present address's secret; null while there is none. */
export type CalendarFeed = { digest: string | null }

type CalendarFeedCommand = { userId: UserId } & (
  | { type: 'MakeCalendarFeed'; digest: string }
  | { type: 'EndCalendarFeed' }
)

const evolve = evolveBy<CalendarFeed, CalendarFeedEvent>({
  CalendarFeedMade: (_, { digest }) => ({ digest }),
  CalendarFeedEnded: () => ({ digest: null }),
})

const decide = decideBy<CalendarFeed, CalendarFeedCommand, CalendarFeedEvent>({
  MakeCalendarFeed: (_, { userId, digest }) => [{ type: 'CalendarFeedMade', data: { userId, digest } }],
  EndCalendarFeed: ({ digest }, { userId }) =>
    digest === null ? [] : [{ type: 'CalendarFeedEnded', data: { userId } }],
})

export const calendarFeedDecider: Decider<CalendarFeed, CalendarFeedCommand, CalendarFeedEvent> = {
  initialState: { digest: null },
  evolve,
  decide,
}
