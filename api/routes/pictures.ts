import type { ContentStore } from '#api/adapters/content-store.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { orNotFound } from '#api/services/owned.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { drawnType } from '#schemas/picture-state.ts'
import { showPicture } from '#schemas/resources/pictures.ts'

export const pictureRoutes = (
  content: ContentStore,
  { pictures, teams }: Pick<ReadModels, 'pictures' | 'teams'>,
): Route[] => {
  /** Users see their own picture, and those of their teams and of the members of these. */
  const sees = (viewer: UserId, id: string): boolean =>
    viewer === id ||
    teams.teamsOf(viewer).some((team) => team.id === id || teams.membership(UserId.parse(id), team.id) !== undefined)

  return [
    route(showPicture, async ({ actor, params: { id } }) => {
      if (!sees(actor.userId, id)) throw notFound()
      // An id belongs to either a user or a team; pictures and their content are stored under it in both cases.
      const hash = pictures.hashOf(TeamId.parse(id))
      if (!hash) throw notFound()
      const { path } = orNotFound(await content.find(TeamId.parse(id), hash))
      return { kind: 'content', path, type: drawnType, disposition: 'inline', name: 'photo.webp', immutable: true }
    }),
  ]
}
