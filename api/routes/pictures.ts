import type { ContentStore } from '#api/adapters/content-store.ts'
import { clientDecider } from '#api/domain/client.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { type Answer, empty, resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route, type UploadedFile } from '#api/http/route.ts'
import { presentClient } from '#api/presenters/client.ts'
import { presentSite } from '#api/presenters/site.ts'
import { contentAnswers } from '#api/services/files/content-answers.ts'
import { receivedPicture } from '#api/services/files/receive-picture.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeClient, activeSite } from '#api/services/records/active-sites.ts'
import { orBehind, orNotFound } from '#api/services/records/owned.ts'
import type { ThumbnailRow } from '#projections/facilities/thumbnails.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { brokenThumbnailRule, maxUploadBytes, thumbnailTypes } from '#schemas/limits/upload-rules.ts'
import { clientThumbnail, removeClientThumbnail, setClientThumbnail } from '#schemas/resources/clients.ts'
import { showPicture } from '#schemas/resources/pictures.ts'
import { removeSiteThumbnail, setSiteThumbnail, siteThumbnail } from '#schemas/resources/sites.ts'

export const pictureRoutes = (content: ContentStore, { pictures, teams }: ReadModels['directory']): Route[] => {
  const { drawn } = contentAnswers(content)

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
      return drawn(TeamId.parse(id), pictures.hashOf(TeamId.parse(id)), 'photo.webp')
    }),
  ]
}

const rule = { field: 'thumbnail', types: thumbnailTypes, broken: brokenThumbnailRule }

/**
 * Thumbnails of clients and sites. Only the workers' renderer opens an uploaded picture and draws the thumbnail from
 * it; until then `thumbnail_state` says that it is pending.
 */
export const thumbnailRoutes = (content: ContentStore, { clients, sites }: ReadModels['records']): Route[] => {
  const { drawn } = contentAnswers(content)

  const stored = async (teamId: TeamId, files: readonly UploadedFile[]) => {
    const { file, type } = await receivedPicture(files, rule)
    return { content: await content.putFile(teamId, file, { maxBytes: maxUploadBytes }), mimeType: type }
  }

  const show = (teamId: TeamId, row: ThumbnailRow | undefined): Promise<Answer<undefined>> =>
    drawn(teamId, orNotFound(row).thumbnail_hash, 'thumbnail.webp')

  return [
    route(setClientThumbnail, async ({ actor: { teamId, scope }, params: { id }, files, context, ledger }) => {
      orNotFound(await activeClient(ledger, scope, id))
      const row = orBehind(clients.one(scope, id))
      const picture = await stored(teamId, files)
      const command = { type: 'SetClientThumbnail', clientId: id, teamId, ...picture } as const
      const { position } = await handle(ledger, clientDecider, clientStream(id), command, context)
      return resource(() => presentClient(clients.one(scope, id) ?? row), position)
    }),

    route(removeClientThumbnail, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch, ledger }) => {
      orNotFound(await activeClient(ledger, scope, id))
      const command = { type: 'RemoveClientThumbnail', clientId: id, teamId } as const
      return empty((await handle(ledger, clientDecider, clientStream(id), command, context, ifMatch)).position)
    }),

    route(clientThumbnail, ({ actor: { teamId, scope }, params }) => show(teamId, clients.one(scope, params.id))),

    route(setSiteThumbnail, async ({ actor: { teamId, scope }, params: { id }, files, context, ledger }) => {
      orNotFound(await activeSite(ledger, scope, id))
      const row = orBehind(sites.one(scope, id))
      const picture = await stored(teamId, files)
      const command = { type: 'SetSiteThumbnail', siteId: id, teamId, ...picture } as const
      const { position } = await handle(ledger, siteDecider, siteStream(id), command, context)
      return resource(() => presentSite(sites.one(scope, id) ?? row), position)
    }),

    route(removeSiteThumbnail, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch, ledger }) => {
      orNotFound(await activeSite(ledger, scope, id))
      const command = { type: 'RemoveSiteThumbnail', siteId: id, teamId } as const
      return empty((await handle(ledger, siteDecider, siteStream(id), command, context, ifMatch)).position)
    }),

    route(siteThumbnail, ({ actor: { teamId, scope }, params }) => show(teamId, sites.one(scope, params.id))),
  ]
}
