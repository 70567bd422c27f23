import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { changesFrom } from '#schemas/abilities.ts'
import {
  type GivenRole,
  listRoles,
  membershipOf,
  removeMember,
  roleLabels,
  updateMember,
} from '#schemas/resources/members.ts'
import { checkedLimits } from './checked-limits.ts'
import { orNotFound } from './owned.ts'
import { presentMember, type TeamModels } from './present-team.ts'
import { managerOf, memberOf } from './team-access.ts'

const offered = Object.entries(roleLabels).map(([value, text]) => ({ value: value as GivenRole, text }))

export const memberRoutes = (ledger: Ledger, models: TeamModels): Route[] => [
  route(listRoles, () => resource(offered)),

  route(updateMember, async ({ actor, params: { teamId, userId }, body, context }) => {
    const viewer = managerOf(models.teams, actor, teamId)
    const limits = await checkedLimits(ledger, teamId, membershipOf(body))
    const membership = { ...limits, abilities: changesFrom(body.role, body.abilities ?? {}) }
    const command = { type: 'ChangeMember', userId, membership, by: actor.userId } as const
    const outcome = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
    const changed = orNotFound(outcome.state.status === 'active' ? outcome.state.members.get(userId) : undefined)
    return resource(presentMember(models, { teamId, userId, ...changed }, viewer), outcome.position)
  }),

  route(removeMember, async ({ actor, params: { teamId, userId }, context }) => {
    memberOf(models.teams, actor, teamId)
    const command = { type: 'RemoveMember', userId, by: actor.userId } as const
    const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
    return empty(position)
  }),
]
