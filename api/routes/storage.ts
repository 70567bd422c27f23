import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { largestShown, listLargestTeams, type Storage, showStorage } from '#schemas/resources/storage.ts'

/** Operators see what the installation takes on its disks, and who holds the most of it. */
export const storageRoutes = (
  inspect: () => Promise<Storage>,
  { contentByTeam, teams }: Pick<ReadModels, 'contentByTeam' | 'teams'>,
): Route[] => [
  route(showStorage, async () => resource(await inspect())),
  route(listLargestTeams, async () => {
    const largest = await contentByTeam.largestTeams(largestShown)
    return resource(largest.map(({ team_id: id, ...held }) => ({ id, name: teams.team(id)?.name ?? '', ...held })))
  }),
]
