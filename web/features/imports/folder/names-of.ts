import type { QueryClient } from '@tanstack/react-query'
import { type Proposal, proposedLayouts, type TeamNames } from '#schemas/layouts/proposals.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { listCategories } from '#schemas/resources/categories.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { choicesQuery, oneQuery } from '#web/lib/queries.ts'
import type { ChosenFolder } from './chosen-folder.ts'
import type { Place } from './rows.ts'

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

/** The layouts that fit a folder best; below the folders of a client or a site that is given, which the folder lies in. */
export const proposalsFor = ({ files }: ChosenFolder, names: TeamNames, place?: Place): Proposal[] => {
  const paths = files.map(({ path }) => path)
  if (!place) return proposedLayouts(paths, names)
  const folders = place.site ? ['{client}/', '{site}/'] : ['{client}/']
  const above = folders.join('')
  // Any names do, as long as they are no others'.
  const client = 'client'
  const known = place.site
    ? [{ client, name: 'site' }]
    : names.sites.filter((site) => site.client === place.client.name).map(({ name }) => ({ client, name }))
  const inside = folders.map((folder) => folder.replace(/[{}]/g, '')).join('')
  const within = { ...names, clients: [client], sites: known }
  return proposedLayouts(
    paths.map((path) => inside + path),
    within,
  )
    .filter(({ pattern }) => pattern.startsWith(above))
    .map(({ pattern, examples, ...counts }) => ({
      ...counts,
      pattern: pattern.slice(above.length),
      examples: examples.map(({ path, fields: { client: _, ...fields } }) => ({
        path: path.slice(inside.length),
        fields: place.site ? { ...fields, site: place.site.name } : fields,
      })),
    }))
}
