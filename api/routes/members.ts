import { teamDecider } from '#api/domain/team.ts'
import { changedMembership } from '#api/domain/team-members.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentMember, type TeamModels } from '#api/presenters/team.ts'
import { checkedLimits } from '#api/services/checked-limits.ts'
import { orNotFound } from '#api/services/owned.ts'
import { managerOf, memberOf } from '#api/services/team-access.ts'
import { type GivenRole, roleLabels } from '#schemas/abilities.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { Membership } from '#schemas/membership.ts'
import { listRoles, noSiteChosen, removeMember, updateMember } from '#schemas/resources/members.ts'

const offered = Object.entries(roleLabels).map(([value, text]) => ({ value: value as GivenRole, text }))

type Body = BodyOf<typeof updateMember>

/** The sites of a requested change: null for all sites, undefined if they stay unchanged. */
const sitesIn = (
  { all_sites, site_ids }: Body,
  { siteIds: present }: Membership,
): Membership['siteIds'] | undefined => {
  if (all_sites ?? present === null) return all_sites ? null : undefined
  return site_ids === undefined ? (present ?? []) : [...new Set(site_ids ?? [])]
}

const changeIn = (body: Body, present: Membership): Partial<Membership> => {
  const siteIds = sitesIn(body, present)
  return {
    ...(body.role === undefined ? {} : { role: body.role }),
    ...(body.client_id === undefined ? {} : { clientId: body.client_id }),
    ...(siteIds === undefined ? {} : { siteIds }),
    ...(body.abilities === undefined ? {} : { abilities: body.abilities ?? {} }),
  }
}

/** Checks a changed client and changed sites; if sites are chosen, there must be at least one. */
const checkLimits = async (ledger: Ledger, teamId: TeamId, present: Membership, wanted: Membership): Promise<void> => {
  const limits = ({ clientId, siteIds }: Membership) => JSON.stringify([clientId, siteIds])
  if (limits(present) === limits(wanted)) return
  if (wanted.siteIds?.length === 0) throw invalidField('site_ids', noSiteChosen)
  await checkedLimits(ledger, teamId, wanted)
}

export const memberRoutes = (models: TeamModels): Route[] => [
  route(listRoles, () => resource(offered)),

  route(updateMember, async ({ actor, params: { teamId, userId }, body, context, ledger }) => {
    const viewer = managerOf(models.teams, actor, teamId)
    const team = await load(ledger, teamDecider, teamStream(teamId))
    const present = orNotFound(team.status === 'active' ? team.members.get(userId) : undefined)
    const membership = changeIn(body, present)
    await checkLimits(ledger, teamId, present, changedMembership(present, membership))
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
