import type { ReadDb } from '#projections/engine/read-db.ts'
import { decodeCursor, encodeCursor, PageCursor } from '#projections/engine/select-page.ts'
import type { MissingCell } from '#schemas/events/expiry-reminder.ts'
import type { CategoryId, ClientId, SiteId, TeamId } from '#schemas/ids.ts'
import type { ComplianceQuery } from '#schemas/resources/compliance.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { FoundSites } from './compliance-rows.ts'
import { columnsOf, complianceTables, readSites } from './compliance-table.ts'
import { type Column, type ComplianceTable, countBefore, type SiteCells, tableOf } from './ordered-sites.ts'
import { countsOf, type StateCounts, sumOf } from './state-counts.ts'

type Narrowed = Partial<Pick<ComplianceQuery, 'client' | 'site' | 'state'>>

type Numbers = { sites: number; counts: StateCounts }
export type ComplianceCounts = Numbers & { by?: (Numbers & { id: string; name: string })[] }
type CountsAsked = { client?: ClientId | undefined; by?: 'client' | 'category' | undefined }

/** The columns of a table that are asked for, and its sites with their states in these. */
const withColumns = (table: ComplianceTable, category: CategoryId | undefined): ComplianceTable => {
  if (category === undefined) return table
  const at = table.columns.findIndex(({ id }) => id === category)
  const only = <Each>(all: readonly Each[]) => (at < 0 ? [] : [all[at] as Each])
  const sites = table
    .sites()
    .map(({ site, states }) => ({ site, states: only(states), counts: countsOf(only(states)) }))
  return tableOf(only(table.columns), sites)
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

const countsIn = (sites: readonly SiteCells[]): StateCounts => sumOf(sites.map(({ counts }) => counts))

const byCategory = (columns: readonly Column[], sites: readonly SiteCells[]) =>
  columns.map(({ id, name }, at) => {
    const counts = countsOf(sites.map(({ states }) => states[at]))
    return { id, name, sites: counts.required, counts }
  })

const byClient = (sites: readonly SiteCells[]) =>
  [...Map.groupBy(sites, ({ site }) => site.client_id)].map(([id, own]) => ({
    id,
    name: own[0]?.site.client_name ?? '',
    sites: own.length,
    counts: countsIn(own),
  }))

/** What is required of sites, and how they stand on a day (D-122). */
export const complianceQueries = (db: ReadDb) => {
  const tables = complianceTables(db)
  /** One site has its own files and exemptions alone to read, whatever else was written meanwhile. */
  const readOne = (teamId: TeamId, today: CalendarDate, site: SiteId) => {
    const columns = columnsOf(db, teamId)
    return tableOf(columns, readSites(db, teamId, today, columns, [site]))
  }

  return {
    /** One page of the sites that a caller sees and asks for, with their cells. Throws BadCursor. */
    compliance: (scope: Scope, today: CalendarDate, query: ComplianceQuery): FoundSites => {
      const { teamId } = scope
      const whole = query.site ? readOne(teamId, today, query.site) : tables(teamId, today)
      const table = withColumns(whole, query.category)
      const { sort, limit, cursor } = query
      const asked = visibleOf(table.inOrder(sort), scope, query)
      const [key, id] = cursor === undefined ? [] : decodeCursor(PageCursor, cursor)
      const last = key === undefined ? undefined : { key, site: { id: id as SiteId } }
      const before = last ? countBefore(asked, last) : 0
      const from = asked[before]?.site.id === id ? before + 1 : before
      const page = asked.slice(from, from + limit)
      const end = page.at(-1)
      return {
        rows: page.map(({ site, states, counts }) => ({ site, states, counts })),
        columns: table.columns,
        today,
        total: asked.length,
        next: from + limit < asked.length && end ? encodeCursor([end.key, end.site.id]) : null,
      }
    },

    /** The first cells without a file that a reader sees, by client and site. */
    missing: (scope: Scope, today: CalendarDate, most: number): MissingCell[] => {
      const { columns, inOrder } = tables(scope.teamId, today)
      const found: MissingCell[] = []
      for (const { site, states } of visibleOf(inOrder('client'), scope, { state: ['missing'] })) {
        if (found.length >= most) break
        for (const [at, { id }] of columns.entries()) {
          if (states[at] === 'missing') found.push({ clientId: site.client_id, siteId: site.id, categoryId: id })
        }
      }
      return found.slice(0, most)
    },

    /** The numbers of cells in each state, of all that a caller sees, and by client or category. */
    complianceCounts: (scope: Scope, today: CalendarDate, { client, by }: CountsAsked): ComplianceCounts => {
      const { columns, sites, inOrder } = tables(scope.teamId, today)
      const seen = visibleOf(sites(), scope, { client })
      const total = { sites: seen.length, counts: countsIn(seen) }
      if (by === undefined) return total
      const parts =
        by === 'client' ? byClient(visibleOf(inOrder('client'), scope, { client })) : byCategory(columns, seen)
      return { ...total, by: parts }
    },
  }
}
export type ComplianceQueries = ReturnType<typeof complianceQueries>
