import type { QueryClient } from '@tanstack/react-query'
import type { TeamNames } from '#schemas/layouts/proposals.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { listCategories } from '#schemas/resources/categories.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { choicesQuery, oneQuery } from '#web/lib/queries.ts'

/** The names by which a layout is found; those of visits say less than they weigh. */
export const namesOf = async (queries: QueryClient): Promise<TeamNames> => {
  const [clients, sites, tree] = await Promise.all([
    queries.fetchQuery(choicesQuery(listClients)),
    queries.fetchQuery(choicesQuery(listSites)),
    queries.fetchQuery(oneQuery(listCategories)),
  ])
  return {
    clients: clients.map(({ name }) => name),
    sites: sites.map(({ client_name, name }) => ({ client: client_name, name })),
    visits: [],
    categories: inTreeOrder(tree).map(({ node, above }) => [...above, node].map(({ name }) => name)),
  }
}
