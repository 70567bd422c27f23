import type { CategoryId, ClientId, SiteId } from '#schemas/ids.ts'
import type { Requirement } from '#schemas/records/requirement.ts'
import type { ComplianceSort } from '#schemas/resources/compliance.ts'
import type { StateCounts, States } from './state-counts.ts'

/** A required category; `branch` are its id and those of all categories below it, a file of which answers it. */
export type Column = { id: CategoryId; name: string; requirement: Requirement; branch: readonly CategoryId[] }

export type PlacedSite = {
  id: SiteId
  name: string
  sort_name: string
  postcode: string | null
  client_id: ClientId
  client_name: string
  client_sort_name: string
}

/** A site with the state of each column, and how many are in each. */
export type SiteCells = { site: PlacedSite; states: States; counts: StateCounts }

/** Texts by which sites are compared; of equal ones the ids decide. */
const keys: Record<ComplianceSort, (cells: SiteCells) => string> = {
  name: ({ site }) => site.sort_name,
  client: ({ site }) => `${site.client_sort_name}\0${site.sort_name}`,
  worst: ({ site, counts }) => `${String(9999 - counts.missing - counts.expired).padStart(4, '0')}${site.sort_name}`,
}

type Place = { key: string; site: Pick<PlacedSite, 'id'> }
type Keyed = SiteCells & Place

const isBefore = (one: Place, other: Place): boolean =>
  one.key < other.key || (one.key === other.key && one.site.id < other.site.id)

/** How many of some sites in order come before a place. */
export const countBefore = (order: readonly Keyed[], place: Place): number => {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    const at = order[middle]
    if (at && isBefore(at, place)) low = middle + 1
    else high = middle
  }
  return low
}

/** Every site by every required category. */
export type ComplianceTable = {
  columns: readonly Column[]
  /** In no order. */
  sites: () => SiteCells[]
  inOrder: (sort: ComplianceSort) => readonly Keyed[]
  /** Puts what was read of a site in the place of what was known of it; nothing where it is gone. */
  put: (id: SiteId, fresh: SiteCells | undefined) => void
}

/** A table whose orders are made when they are asked for, and changed with its sites. */
export const tableOf = (columns: readonly Column[], cells: readonly SiteCells[]): ComplianceTable => {
  const known = new Map(cells.map((each) => [each.site.id, each]))
  const orders = new Map<ComplianceSort, Keyed[]>()
  const keyed = (cells: SiteCells, sort: ComplianceSort): Keyed => ({ ...cells, key: keys[sort](cells) })
  return {
    columns,
    sites: () => [...known.values()],
    inOrder: (sort) => {
      const order =
        orders.get(sort) ??
        [...known.values()].map((each) => keyed(each, sort)).sort((one, other) => (isBefore(one, other) ? -1 : 1))
      orders.set(sort, order)
      return order
    },
    put: (id, fresh) => {
      const former = known.get(id)
      for (const [sort, order] of orders) {
        if (former) order.splice(countBefore(order, keyed(former, sort)), 1)
        if (!fresh) continue
        const place = keyed(fresh, sort)
        order.splice(countBefore(order, place), 0, place)
      }
      if (fresh) known.set(id, fresh)
      else known.delete(id)
    },
  }
}
