import type { OwnedTeamsEvent } from '#schemas/events/team.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { type Decider, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type OwnedTeams = ReadonlySet<TeamId>

type OwnedTeamsCommand =
  /** `limit` is null if there is no limit. */
  | { type: 'TakeOwnership'; userId: UserId; teamId: TeamId; limit: number | null }
  | { type: 'GiveUpOwnership'; userId: UserId; teamId: TeamId }

const initialState: OwnedTeams = new Set()

const evolve = evolveBy<OwnedTeams, OwnedTeamsEvent>({
  OwnershipTaken: (owned, data) => new Set([...owned, data.teamId]),
  OwnershipGivenUp: (owned, data) => new Set([...owned].filter((teamId) => teamId !== data.teamId)),
})

const decide = (owned: OwnedTeams, command: OwnedTeamsCommand): OwnedTeamsEvent[] => {
  const { userId, teamId } = command
  switch (command.type) {
    case 'TakeOwnership':
      if (owned.has(teamId)) return []
      if (command.limit !== null && owned.size >= command.limit) throw new RuleBroken('team-limit')
      return [{ type: 'OwnershipTaken', data: { userId, teamId } }]
    case 'GiveUpOwnership':
      return owned.has(teamId) ? [{ type: 'OwnershipGivenUp', data: { userId, teamId } }] : []
    default:
      command satisfies never
      return []
  }
}

/** The teams that a user owns. The limit is exact because every change of ownership is in this one stream. */
export const ownedTeamsDecider: Decider<OwnedTeams, OwnedTeamsCommand, OwnedTeamsEvent> = {
  initialState,
  evolve,
  decide,
}
