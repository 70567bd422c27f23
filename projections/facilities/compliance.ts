import type { ReadDb } from '#projections/engine/read-db.ts'
import { decodeCursor, encodeCursor, PageCursor } from '#projections/engine/select-page.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { MissingCell } from '#schemas/events/expiry-reminder.ts'
import type { CategoryId, ClientId, SiteId } from '#schemas/ids.ts'
import type { ComplianceQuery, ComplianceSort } from '#schemas/resources/compliance.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type ComplianceRow, countsOf, countsOfColumn, rowsOf, type StateCounts } from './compliance-rows.ts'
import { type Column, type ComplianceTable, complianceTables, readTable, type SiteCells } from './compliance-table.ts'

type Narrowed = Partial<Pick<ComplianceQuery, 'client' | 'site' | 'state'>>

type Numbers = { sites: number; counts: StateCounts }
export type ComplianceCounts = Numbers & { by?: (Numbers & { id: string; name: string })[] }
type CountsAsked = { client?: ClientId | undefined; by?: 'client' | 'category' | undefined }

/** Texts by which sites are compared; of equal ones the ids decide. */
const keys: Record<ComplianceSort, (cells: SiteCells) => string> = {
  name: ({ site }) => site.sort_name,
  client: ({ site }) => `${site.client_sort_name}\0${site.sort_name}`,
  worst: ({ site, states }) => {
    const bad = states.filter((state) => state === 'missing' || state === 'expired').length
    return `${String(9999 - bad).padStart(4, '0')}${site.sort_name}`
  },
}

type Keyed = SiteCells & { key: string }
type Place = { key: string; site: Pick<SiteCells['site'], 'id'> }

const inOrder = (one: Place, other: Place): number =>
  one.key < other.key || (one.key === other.key && one.site.id < other.site.id) ? -1 : 1

/** Puts the sites of a table in an order, which is kept as long as the table. */
const ordering = () => {
  const known = new WeakMap<readonly SiteCells[], Map<ComplianceSort, Keyed[]>>()
  return (sites: readonly SiteCells[], sort: ComplianceSort): readonly Keyed[] => {
    const orders = known.get(sites) ?? new Map<ComplianceSort, Keyed[]>()
    known.set(sites, orders)
    const order = orders.get(sort) ?? sites.map((cells) => ({ ...cells, key: keys[sort](cells) })).toSorted(inOrder)
    orders.set(sort, order)
    return order
  }
}

/** The columns of a table that are asked for, and its sites with their states in these. */
const withColumns = ({ columns, sites }: ComplianceTable, category: CategoryId | undefined): ComplianceTable => {
  if (category === undefined) return { columns, sites }
  const at = columns.findIndex(({ id }) => id === category)
  const column = columns[at]
  return {
    columns: column ? [column] : [],
    sites: sites.map(({ site, states }) => ({ site, states: column ? [states[at]] : [] })),
  }
}

/** The sites that a caller sees and asks for, in the order in which they come. */
const visibleOf = <Cells extends SiteCells>(
  sites: readonly Cells[],
  scope: Scope,
  { client, site, state }: Narrowed,
) => {
  const { teamId, clientId, siteIds } = scope
  if ([clientId, siteIds].every((limit) => limit === null) && !client && !site && !state) return sites
  return sites.filter(
    ({ site: { id, client_id }, states }) =>
      isWithin(scope, { teamId, clientId: client_id, siteId: id }) &&
      (client === undefined || client === client_id) &&
      (site === undefined || site === id) &&
      (state === undefined || states.some((each) => each && state.includes(each))),
  )
}

const byCategory = (columns: readonly Column[], sites: readonly SiteCells[]) =>
  columns.map(({ id, name }, at) => {
    const counts = countsOfColumn(sites, at)
    return { id, name, sites: Object.values(counts).reduce((sum, each) => sum + each, 0), counts }
  })

const byClient = (sites: readonly SiteCells[]) =>
  [...Map.groupBy(sites, ({ site }) => site.client_id)].map(([id, own]) => ({
    id,
    name: own[0]?.site.client_name ?? '',
    sites: own.length,
    counts: countsOf(own),
  }))

/** What is required of sites, and how they stand on a day (D-122). */
export const complianceQueries = (db: ReadDb) => {
  const tableOf = complianceTables(db)
  const order = ordering()

  return {
    /** One page of the sites that a caller sees and asks for, with their cells. Throws BadCursor. */
    compliance: (scope: Scope, today: CalendarDate, query: ComplianceQuery): Page<ComplianceRow> => {
      // One site has its own files and exemptions alone to read, whatever else was written meanwhile.
      const table = query.site ? readTable(db, scope.teamId, today, query.site) : tableOf(scope.teamId, today)
      const { columns, sites } = withColumns(table, query.category)
      const { sort, limit, cursor } = query
      const asked = visibleOf(order(sites, sort), scope, query)
      const [key, id] = cursor === undefined ? [] : decodeCursor(PageCursor, cursor)
      const last = key === undefined ? undefined : { key, site: { id: id as SiteId } }
      const from = last ? asked.filter((each) => inOrder(each, last) < 0 || each.site.id === id).length : 0
      const page = asked.slice(from, from + limit)
      const end = page.at(-1)
      return {
        rows: rowsOf(db, page, columns, today),
        total: asked.length,
        next: from + limit < asked.length && end ? encodeCursor([end.key, end.site.id]) : null,
      }
    },

    /** The first cells without a file that a reader sees, by client and site. */
    missing: (scope: Scope, today: CalendarDate, most: number): MissingCell[] => {
      const { columns, sites } = tableOf(scope.teamId, today)
      const found: MissingCell[] = []
      for (const { site, states } of visibleOf(order(sites, 'client'), scope, { state: ['missing'] })) {
        if (found.length >= most) break
        for (const [at, { id }] of columns.entries()) {
          if (states[at] === 'missing') found.push({ clientId: site.client_id, siteId: site.id, categoryId: id })
        }
      }
      return found.slice(0, most)
    },

    /** The numbers of cells in each state, of all that a caller sees, and by client or category. */
    complianceCounts: (scope: Scope, today: CalendarDate, { client, by }: CountsAsked): ComplianceCounts => {
      const { columns, sites } = tableOf(scope.teamId, today)
      const seen = visibleOf(sites, scope, { client })
      const total = { sites: seen.length, counts: countsOf(seen) }
      if (by === undefined) return total
      const parts =
        by === 'client' ? byClient(visibleOf(order(sites, 'client'), scope, { client })) : byCategory(columns, seen)
      return { ...total, by: parts }
    },
  }
}
export type ComplianceQueries = ReturnType<typeof complianceQueries>
