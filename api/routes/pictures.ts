import type { ContentStore } from '#api/adapters/content-store.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { drawnType } from '#schemas/picture-state.ts'
import { showPicture } from '#schemas/resources/pictures.ts'
import { orNotFound } from './owned.ts'
import type { ReadModels } from './reading.ts'

export const pictureRoutes = (
  content: ContentStore,
  { pictures, teams }: Pick<ReadModels, 'pictures' | 'teams'>,
): Route[] => {
  /** Somebody sees himself, his teams, and whoever is in one of them. */
  const sees = (viewer: UserId, id: string): boolean =>
    viewer === id ||
    teams.teamsOf(viewer).some((team) => team.id === id || teams.membership(UserId.parse(id), team.id) !== undefined)

  return [
    route(showPicture, async ({ actor, params: { id } }) => {
      if (!sees(actor.userId, id)) throw notFound()
      // One id is either a user's or a team's; the picture's own record tells which, and the content lies under it.
      const hash = pictures.hashOf(TeamId.parse(id))
      if (!hash) throw notFound()
      const { path } = orNotFound(await content.find(TeamId.parse(id), hash))
      return { kind: 'content', path, type: drawnType, disposition: 'inline', name: 'photo.webp', immutable: true }
    }),
  ]
}
