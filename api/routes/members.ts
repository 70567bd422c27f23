import { teamDecider } from '#api/domain/team.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentMember, type TeamModels } from '#api/presenters/team.ts'
import { checkedLimits } from '#api/services/billing/checked-limits.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { managerOf, memberOf } from '#api/services/teams/team-access.ts'
import { listRoles, removeMember, updateMember } from '#schemas/resources/members.ts'
import { type GivenRole, roleLabels } from '#schemas/rights/abilities.ts'

const offered = Object.entries(roleLabels).map(([value, text]) => ({ value: value as GivenRole, text }))

export const memberRoutes = (models: TeamModels): Route[] => [
  route(listRoles, () => resource(offered)),

  route(updateMember, async ({ actor, params: { teamId, userId }, body, context, ledger }) => {
    const viewer = managerOf(models.teams, actor, teamId)
    const team = await load(ledger, teamDecider, teamStream(teamId))
    const present = orNotFound(team.status === 'active' ? team.members.get(userId) : undefined)
    const limits = await checkedLimits(ledger, teamId, present, body)
    const abilities = body.abilities === undefined ? {} : { abilities: body.abilities ?? {} }
    const membership = { ...limits, ...abilities }
    const command = { type: 'ChangeMember', userId, membership, by: actor.userId } as const
    const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
    return resource(
      () => presentMember(models, models.teams.membership(userId, teamId) ?? { teamId, userId, ...present }, viewer),
      position,
    )
  }),

  route(removeMember, async ({ actor, params: { teamId, userId }, context, ledger }) => {
    // Everybody may leave, with a second factor or without.
    if (userId === actor.userId) memberOf(models.teams, actor, teamId)
    else managerOf(models.teams, actor, teamId)
    const command = { type: 'RemoveMember', userId, by: actor.userId } as const
    const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
    return empty(position)
  }),
]
