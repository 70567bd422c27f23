import type { ContentStore } from '#api/adapters/content-store.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { drawnType } from '#schemas/records/picture-state.ts'
import { showPicture } from '#schemas/resources/pictures.ts'

export const pictureRoutes = (
  content: ContentStore,
  { pictures, teams }: Pick<ReadModels, 'pictures' | 'teams'>,
): Route[] => {
  /**
   * Users see their own picture, those of their teams, and those of the members of teams that are open to them;
   * operators see all.
   */
  const sees = ({ userId, twoFactor, operator }: SignedIn, id: string): boolean => {
    const isMember = (teamId: TeamId) => teams.membership(UserId.parse(id), teamId) !== undefined
    const isOpen = (teamId: TeamId) => twoFactor || !teams.asksFactor(teamId)
    return (
      operator ||
      userId === id ||
      teams.teamsOf(userId).some((team) => team.id === id || (isOpen(team.id) && isMember(team.id)))
    )
  }

  return [
    route(showPicture, async ({ actor, params: { id } }) => {
      if (!sees(actor, id)) throw notFound()
      // An id belongs to either a user or a team; pictures and their content are stored under it in both cases.
      const hash = pictures.hashOf(TeamId.parse(id))
      if (!hash) throw notFound()
      const { path } = orNotFound(await content.find(TeamId.parse(id), hash))
      return { kind: 'content', path, type: drawnType, disposition: 'inline', name: 'photo.webp', immutable: true }
    }),
  ]
}
