import type { Server } from '#cli/connection/server.ts'
import { categoriesCell } from '#schemas/records/category-path.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { type Category, listCategories } from '#schemas/resources/categories.ts'
import type { Client } from '#schemas/resources/clients.ts'
import type { Site } from '#schemas/resources/sites.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import { pathKey } from '#schemas/text/folded-text.ts'

type Told = { name: string; other: string; key: string }

/**
 * What records are called where an import finds them by name: another one of the same name in the same place is told by its
 * external id, or by its id, which an import into another team takes for one.
 */
const openReferences = () => {
  const told = new Map<string, Told>()
  const names = new Map<string, number>()
  return {
    add: (id: string, within: string, name: string, other: string | null = null): void => {
      const key = `${within} ${pathKey(name)}`
      told.set(id, { name, other: other ?? id, key })
      names.set(key, (names.get(key) ?? 0) + 1)
    },
    /** Its name, or another one; undefined for a record that was not added. */
    of: (id: string): string | undefined => {
      const record = told.get(id)
      return record && names.get(record.key) === 1 ? record.name : record?.other
    },
  }
}

/** The records that files lie in, as their rows name them; small beside the files. */
export const openPlaces = () => {
  const references = openReferences()
  const sites = new Map<string, Pick<Site, 'client_id' | 'postcode' | 'external_id'>>()
  return {
    client: ({ id, name, external_id }: Client): void => references.add(id, 'clients', name, external_id),
    site: ({ id, name, external_id, client_id, postcode }: Site): void => {
      references.add(id, client_id, name, external_id)
      sites.set(id, { client_id, postcode, external_id })
    },
    visit: ({ id, name, site_id }: Visit): void => references.add(id, site_id, name),
    /** Its name or another reference; '' for none. */
    called: (id: string | null): string => (id === null ? '' : (references.of(id) ?? '')),
    siteOf: (id: string) => sites.get(id),
  }
}
export type Places = ReturnType<typeof openPlaces>

/** The sites that a requirement names, in the words of the other tables. */
const requiredOf = ({ requirement }: Category, places: Places): string => {
  const { client_ids = [], site_ids = [] } = requirement ?? {}
  return categoriesCell([
    ...client_ids.map((id) => [places.called(id)]),
    ...site_ids.map((id) => [places.called(places.siteOf(id)?.client_id ?? null), places.called(id)]),
  ])
}

/** The categories of a team as rows, in the order of their tree, and what each is called in the cell of a file. */
export const categoriesOf = async (server: Server, places: Places) => {
  const { data } = await server.call(listCategories)
  const placed = inTreeOrder(data).map(({ node, above }) => ({
    node,
    path: [...above, node].map(({ name }) => name),
  }))
  const references = openReferences()
  for (const { node, path } of placed) references.add(node.id, '', path.join('/'))
  const cellOf = new Map(
    placed.map(({ node, path }) => [node.id, references.of(node.id) === node.id ? node.id : categoriesCell([path])]),
  )
  const rows = placed.map(({ node, path }) => ({
    id: node.id,
    path: categoriesCell([path]),
    parent_id: node.parent_id,
    expires_after_months: node.expires_after_months,
    required_of: node.requirement?.of ?? '',
    required: requiredOf(node, places),
  }))
  return { rows, cellOf, pathOf: new Map(placed.map(({ node, path }) => [node.id, categoriesCell([path])])) }
}
