import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { showCategoryDeletion, showClientDeletion, showSiteDeletion } from '#schemas/resources/deletions.ts'

type Read = Pick<ReadModels, 'categories' | 'clients' | 'contents' | 'sites'>

/** The records that would go to the trash with a client, site or category (D-10), for dialogs that ask before. */
export const deletionRoutes = ({ categories, clients, contents, sites }: Read): Route[] => [
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
