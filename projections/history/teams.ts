import type { BillingEvent } from '#schemas/events/billing.ts'
import type { OwnedTeamsEvent } from '#schemas/events/owned-teams.ts'
import type { ReservationEvent } from '#schemas/events/reservation.ts'
import type { TeamEvent } from '#schemas/events/team.ts'
import { changesIn, type LinesOf, nameless } from './line.ts'
import { told } from './told.ts'

type Own = 'TeamCreated' | 'TeamRenamed' | 'TeamDeleted' | 'TeamPurged'

const resource = 'teams'
const about = ({ teamId }: { teamId: TeamEvent['data']['teamId'] }) => ({ resource, id: teamId, teamId }) as const

export const teamLines: LinesOf<Extract<TeamEvent, { type: Own }> | BillingEvent | OwnedTeamsEvent | ReservationEvent> =
  {
    // Founding a team makes its owner a member, and may register them too: this sums it up.
    TeamCreated: ({ data }) => ({
      ...about(data),
      summary: told`Founded the team ${data.name}`,
      weight: 3,
      changes: changesIn({ name: [null, data.name], slug: [null, data.slug] }),
      now: { name: data.name },
    }),
    TeamRenamed: ({ data }, known) => {
      const name = known.record(resource, data.teamId)?.name ?? nameless
      return {
        ...about(data),
        summary: told`Renamed the team ${name} to ${data.name}`,
        changes: changesIn({ name: [name, data.name] }),
        now: { name: data.name },
      }
    },
    TeamDeleted: ({ data }, known) => ({
      ...about(data),
      summary: told`Deleted the team ${known.record(resource, data.teamId)?.name ?? nameless}`,
    }),
    TeamPurged: ({ data }, known) => ({
      ...about(data),
      summary: told`Removed the team ${known.record(resource, data.teamId)?.name ?? nameless} for ever`,
    }),
    // An address is somebody's: that it changed is told, and not what it is.
    BillingAddressGiven: ({ data }) => ({ ...about(data), summary: told`Changed the billing address`, weight: 1 }),
    OwnershipTaken: null,
    OwnershipGivenUp: null,
    ReservationClaimed: null,
    ReservationConfirmed: null,
    ReservationReleased: null,
  }
