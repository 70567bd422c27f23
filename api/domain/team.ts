import type { Role } from '#schemas/abilities.ts'
import type { TeamEvent } from '#schemas/events/team.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

export type Team = { status: 'none' } | { status: 'active'; teamId: TeamId; members: ReadonlyMap<UserId, Role> }

export type TeamCommand = {
  type: 'CreateTeam'
  teamId: TeamId
  ownerId: UserId
  name: string
  slug: string
  trialEndsAt: string
}

const initialState: Team = { status: 'none' }

const evolve = (team: Team, event: TeamEvent): Team => {
  switch (event.type) {
    case 'TeamCreated':
      return { status: 'active', teamId: event.data.teamId, members: new Map() }
    case 'MemberJoined':
      if (team.status === 'none') return team
      return { ...team, members: new Map(team.members).set(event.data.userId, event.data.role) }
    default:
      event satisfies never
      return team
  }
}

/** A team starts with its owner as the one member (PLAT-02). */
const create = (team: Team, { teamId, ownerId, name, slug, trialEndsAt }: TeamCommand): TeamEvent[] => {
  if (team.status !== 'none') throw new RuleBroken('id-taken')
  return [
    { type: 'TeamCreated', data: { teamId, ownerId, name, slug, trialEndsAt } },
    { type: 'MemberJoined', data: { teamId, userId: ownerId, role: 'owner' } },
  ]
}

export const teamDecider: Decider<Team, TeamCommand, TeamEvent> = { initialState, evolve, decide: create }
