import type { OwnedTeamsEvent } from '#schemas/events/owned-teams.ts'
import type { ReservationEvent } from '#schemas/events/reservation.ts'
import type { TeamEvent } from '#schemas/events/team.ts'
import { limitsWords } from '#schemas/limits/limits-override.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import type { DescriptionsOf } from './description.ts'
import { dayOfInstant, text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { sentence } from './sentence.ts'

type Own =
  | 'SecondFactorDemanded'
  | 'ShareLinksAllowed'
  | 'TeamCreated'
  | 'TeamRenamed'
  | 'TeamTrialChanged'
  | 'TeamLimitsOverridden'
  | 'TeamLimitsOverrideEnded'
  | 'TeamDeleted'
  | 'TeamRestored'
  | 'TeamPurged'

const resource = 'teams'
const about = ({ teamId }: { teamId: TeamEvent['data']['teamId'] }) => ({ resource, id: teamId, teamId }) as const

const team = describeNoun({
  resource: 'teams',
  id: 'teamId',
  one: 'team',
  several: 'teams',
  events: ['TeamCreated', 'TeamRenamed', 'TeamTrialChanged'],
  fields: {
    name: text('name'),
    slug: text('slug'),
    ownerId: null,
    trialEndsAt: dayOfInstant('end of the trial', 'trial_ends_at'),
  },
})

export const teamDescriptions: DescriptionsOf<Extract<TeamEvent, { type: Own }> | OwnedTeamsEvent | ReservationEvent> =
  {
    // One command may make its owner a member and register them: this event sums it up.
    TeamCreated: (event, lookup) => ({
      ...team.added(event, lookup),
      summary: sentence`Founded the team ${event.data.name}`,
      weight: 3,
    }),
    TeamRenamed: team.changed,
    TeamTrialChanged: team.changed,
    TeamLimitsOverridden: ({ data }, lookup) => {
      const until = showDate(CalendarDate.parse(data.endsAt.slice(0, 10)))
      const words = `${limitsWords(data)} until ${until}, as an operator, because: ${data.reason}`
      return team.mention(data, lookup, (subject) => sentence`Allowed ${subject} ${words}`)
    },
    TeamLimitsOverrideEnded: ({ data }, lookup) =>
      team.mention(data, lookup, (subject) => sentence`Ended the limits that an operator had given ${subject}`),
    SecondFactorDemanded: ({ data }) => ({
      ...about(data),
      summary: data.required
        ? sentence`Asked all members for two-factor authentication`
        : sentence`Asks members for two-factor authentication no longer`,
      weight: 2,
    }),
    ShareLinksAllowed: ({ data }) => ({
      ...about(data),
      summary: data.allowed ? sentence`Turned share links on` : sentence`Turned share links off`,
      weight: 2,
    }),
    TeamDeleted: ({ data }, lookup) => team.mention(data, lookup, (subject) => sentence`Deleted ${subject}`),
    TeamRestored: ({ data }, lookup) => team.mention(data, lookup, (subject) => sentence`Restored ${subject}`),
    TeamPurged: ({ data }, lookup) => team.mention(data, lookup, (subject) => sentence`Removed ${subject} for ever`),
    OwnershipTaken: null,
    OwnershipGivenUp: null,
    ReservationClaimed: null,
    ReservationConfirmed: null,
    ReservationReleased: null,
  }
