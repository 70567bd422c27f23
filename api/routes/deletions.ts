import { listLooksDecider } from '#api/domain/list-looks.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { listLooksStream } from '#api/event-store/streams.ts'
import { list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { showCategoryDeletion, showClientDeletion, showSiteDeletion } from '#schemas/resources/deletions.ts'
import { listExpiringClients } from '#schemas/resources/expiring.ts'
import { chooseListLook } from '#schemas/resources/list-looks.ts'
import { type Clock, dayOf, showDate } from '#schemas/time/dates.ts'

/** The records that would go to the trash with a client, site or category (D-10), for dialogs that ask before. */
export const deletionRoutes = ({ categories, clients, contents, sites }: ReadModels['records']): Route[] => [
  route(showClientDeletion, ({ actor, params: { id } }) => {
    orNotFound(clients.one(actor.scope, id))
    return resource({ contents: contents.contentsOf('clients', id) })
  }),

  route(showSiteDeletion, ({ actor, params: { id } }) => {
    orNotFound(sites.one(actor.scope, id))
    return resource({ contents: contents.contentsOf('sites', id) })
  }),

  route(showCategoryDeletion, ({ actor: { teamId }, params: { id } }) => {
    const tree = inTreeOrder(categories.tree(teamId))
    const { node } = orNotFound(tree.find((placed) => placed.node.id === id))
    return resource({
      contents: { categories: inTreeOrder([node]).length },
      file_count: contents.filesOfCategory(teamId, id),
    })
  }),
]

/** The expiring files by client, on the day of the clock. */
export const expiringRoutes = ({ expiring }: ReadModels['facilities'], clock: Clock): Route[] => [
  route(listExpiringClients, ({ actor: { scope }, query }) =>
    list(expiring.clients(scope, dayOf(clock), query), (row) => ({
      ...row,
      first_expires_at: showDate(row.first_expires_at),
    })),
  ),
]

/** How the signed-in user sees lists. */
export const listLookRoutes = (): Route[] => [
  route(chooseListLook, async ({ actor: { userId }, body, context, ledger }) => {
    const command = { type: 'ChooseListLook', userId, ...body } as const
    const { position } = await handle(ledger, listLooksDecider, listLooksStream(userId), command, context)
    return resource(body, position)
  }),
]
