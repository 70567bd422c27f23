import { dirname, join, resolve } from 'node:path'
import { everyRow, type Server } from '#cli/connection/server.ts'
import { readTable } from '#cli/read-table.ts'
import { CategoryId } from '#schemas/ids.ts'
import { categoriesCell, categoriesIn } from '#schemas/records/category-path.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { valueInTable } from '#schemas/records/field-kinds.ts'
import { headingOf } from '#schemas/records/import-columns.ts'
import { addCategory, listCategories } from '#schemas/resources/categories.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { requireCategory } from '#schemas/resources/compliance.ts'
import { listFields } from '#schemas/resources/fields.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { addVisit, listVisits } from '#schemas/resources/visits.ts'
import { pathKey } from '#schemas/text/folded-text.ts'
import { toIsoDate } from '#schemas/time/dates.ts'
import type { Entries } from './entries.ts'

type Cells = Record<string, string>

/** What was made, and the ids that visits and categories have here by those that the tables name. */
export type FirstRecords = { visits: number; categories: number; ids: Map<string, string>; left: number }

/** The only one of those that go by a key, or none. */
const openNames = () => {
  const found = new Map<string, string | null>()
  return {
    add: (key: string, id: string): void => void found.set(key, found.has(key) && found.get(key) !== id ? null : id),
    of: (key: string): string | undefined => found.get(key) ?? undefined,
  }
}

/** Finds clients and sites of the team as an import does: by id, by external id, which may be an id elsewhere, or by name. */
const openPlaces = async (server: Server) => {
  const names = openNames()
  for (const { id, external_id, name } of await everyRow(server, listClients)) {
    for (const key of [id, external_id, pathKey(name)]) if (key !== null) names.add(`client ${key}`, id)
  }
  for (const { id, external_id, name, client_id } of await everyRow(server, listSites)) {
    names.add(`site ${id}`, id)
    if (external_id !== null) names.add(`site ${external_id}`, id)
    names.add(`site ${client_id} ${pathKey(name)}`, id)
  }
  const client = (...told: (string | undefined)[]): string | undefined =>
    told.flatMap((text = '') => names.of(`client ${text}`) ?? names.of(`client ${pathKey(text)}`) ?? [])[0]
  return {
    client,
    site: (id: string | undefined, of: (string | undefined)[], name = ''): string | undefined =>
      names.of(`site ${id}`) ?? names.of(`site ${name}`) ?? names.of(`site ${client(...of)} ${pathKey(name)}`),
  }
}
type Places = Awaited<ReturnType<typeof openPlaces>>

/** Makes the categories of a table that the team does not have, parents first, with their rules and requirements. */
const makeCategories = async (
  server: Server,
  rows: AsyncIterable<{ cells: Cells }>,
  places: () => Promise<Places>,
  made: FirstRecords,
) => {
  const { data: tree } = await server.call(listCategories)
  /** Those that no row has taken yet: two of one name in one place are two. */
  const free = new Map<string, CategoryId[]>()
  const at = (parent: string | null, name: string): CategoryId[] => {
    const key = `${parent} ${pathKey(name)}`
    const those = free.get(key) ?? []
    free.set(key, those)
    return those
  }
  const byPath = new Map<string, CategoryId>()
  for (const { node } of inTreeOrder(tree)) at(node.parent_id, node.name).push(node.id)
  for await (const { cells } of rows) {
    const { id = '', path: text = '', expires_after_months = '' } = cells
    const [path = []] = categoriesIn(text)
    const name = path.at(-1)
    if (name === undefined) continue
    const above = made.ids.get(cells.parent_id ?? '') ?? byPath.get(categoriesCell([path.slice(0, -1)]))
    const parent_id = CategoryId.nullable().parse(above ?? null)
    let here = at(parent_id, name).shift()
    if (here === undefined) {
      here = (await server.call(addCategory, { body: { name, parent_id, expires_after_months } })).data.id
      made.categories += 1
      await requireAgain(server, here, cells, await places())
    }
    made.ids.set(id, here)
    byPath.set(categoriesCell([path]), here)
  }
}

/** Requires a category of what its row names, as far as it is here. */
const requireAgain = async (
  server: Server,
  id: CategoryId,
  { required_of: of, required = '' }: Cells,
  places: Places,
) => {
  if (of !== 'all' && of !== 'clients' && of !== 'sites') return
  const named = categoriesIn(required)
  const client_ids = of === 'clients' ? named.flatMap(([client]) => places.client(client) ?? []) : []
  const site_ids = of === 'sites' ? named.flatMap(([client, site]) => places.site(undefined, [client], site) ?? []) : []
  if (of !== 'all' && client_ids.length + site_ids.length === 0) return
  const body = of === 'all' ? { of } : of === 'clients' ? { of, client_ids } : { of, site_ids }
  await server.call(requireCategory, { params: { id }, body } as never)
}

/** Makes the visits of a table that their sites do not have: the same name on the same first day is the same visit. */
const makeVisits = async (server: Server, folder: string, places: Places, made: FirstRecords): Promise<void> => {
  const externalIds = new Map<string, string>()
  for await (const { cells } of readTable(join(folder, 'sites.csv')))
    externalIds.set(cells.id ?? '', cells.external_id ?? '')
  const { data: own } = await server.call(listFields, { query: { of: 'visits' } })
  const known = new Map<string, string>()
  const keyOf = (site: string, name: string, day: string): string => `${site} ${toIsoDate(day)} ${pathKey(name)}`
  for (const { id, site_id, name, started_at } of await everyRow(server, listVisits))
    known.set(keyOf(site_id, name, started_at), id)
  for await (const { cells } of readTable(join(folder, 'visits.csv'))) {
    const { id = '', name = '', started_at = '', ended_at = '', site_id = '' } = cells
    const of = [cells.client_id, cells.client_name]
    const site = places.site(externalIds.get(site_id) || site_id, of, cells.site_name)
    if (site === undefined) {
      made.left += 1
      continue
    }
    const key = keyOf(site, name, started_at)
    let here = known.get(key)
    if (here === undefined) {
      const values = own.flatMap((field): [string, string][] => {
        const cell = cells[headingOf('visits', field.name)] ?? ''
        return cell === '' ? [] : [[field.id, valueInTable(field, cell)]]
      })
      const body = { name, started_at, ended_at, site_id: site, fields: Object.fromEntries(values) }
      here = (await server.call(addVisit, { body })).data.id
      known.set(key, here)
      made.visits += 1
    }
    made.ids.set(id, here)
  }
}

/**
 * Makes the visits and categories that stand beside a manifest, as an export writes them, and says in its rows what they are
 * called here.
 */
export const makeFirst = async (server: Server, manifest: string, entries: Entries): Promise<FirstRecords> => {
  const folder = dirname(resolve(manifest))
  const made: FirstRecords = { visits: 0, categories: 0, ids: new Map(), left: 0 }
  let places: Promise<Places> | undefined
  const known = () => {
    places ??= openPlaces(server)
    return places
  }
  await makeCategories(server, readTable(join(folder, 'categories.csv')), known, made)
  await makeVisits(server, folder, await known(), made)
  for (const entry of entries.of('unknown')) {
    const { visit, category, ...cells } = entry.cells
    if (visit !== undefined) cells.visit = made.ids.get(visit) ?? visit
    if (category !== undefined)
      cells.category = category
        .split('; ')
        .map((each) => made.ids.get(each) ?? each)
        .join('; ')
    entries.keep({ ...entry, cells })
  }
  return made
}
