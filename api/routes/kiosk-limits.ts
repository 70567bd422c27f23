import { type TeamCommand, teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId } from '#schemas/ids.ts'
import { endLimitsOverride, overrideLimits } from '#schemas/resources/kiosk-limits.ts'

/** Limits that operators give a team for some time, in place of those of its plan or trial (D-43). */
export const kioskLimitRoutes = (ledger: Ledger): Route[] => {
  const order = (teamId: TeamId, command: TeamCommand, context: CommandContext) =>
    handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })

  return [
    route(overrideLimits, async ({ params: { id }, body, context }) => {
      const { sites, team_members: teamMembers, teams, reason, ends_at: day } = body
      const given = { sites, teamMembers, teams, reason, endsAt: `${day}T23:59:59.999Z` }
      const command = { type: 'OverrideLimits', ...given, at: context.at } as const
      const { position } = await order(id, command, context)
      return resource({ sites, team_members: teamMembers, teams, reason, ends_at: given.endsAt }, position)
    }),

    route(endLimitsOverride, async ({ params: { id }, context }) =>
      empty((await order(id, { type: 'EndLimitsOverride', at: context.at }, context)).position),
    ),
  ]
}
