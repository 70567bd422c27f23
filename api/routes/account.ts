import { resource } from '#api/http/answer.ts'
import { unauthenticated } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { currentTeam, listTeams } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { orNotFound } from './owned.ts'
import type { ReadModels } from './reading.ts'

/** The signed-in user and their teams. */
export const accountRoutes = ({ accounts, teams }: Pick<ReadModels, 'accounts' | 'teams'>): Route[] => [
  route(currentUser, ({ actor }) => {
    const user = accounts.user(actor.userId)
    if (!user || user.name === null || user.email === null) throw unauthenticated()
    const { id, name, email } = user
    return resource({ id, name, email, role_on_current_team: actor.role, abilities: actor.abilities })
  }),

  route(listTeams, ({ actor }) => resource(teams.teamsOf(actor.userId))),

  route(currentTeam, ({ actor }) => resource(orNotFound(actor.teamId === null ? undefined : teams.team(actor.teamId)))),
]
