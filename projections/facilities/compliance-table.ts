import { isDeepStrictEqual } from 'node:util'
import { positionOf, type ReadDb } from '#projections/engine/read-db.ts'
import type { Condition } from '#projections/engine/scoped.ts'
import type { CategoryId, SiteId, TeamId } from '#schemas/ids.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { type CellState, cellStates } from '#schemas/records/cell-states.ts'
import { expiryNotice, requiredOf } from '#schemas/records/requirement.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays } from '#schemas/time/dates.ts'
import { categoryQueries } from './categories.ts'
import { changedAfter, lastChange } from './changed-sites.ts'
import { type Column, type ComplianceTable, type PlacedSite, type SiteCells, tableOf } from './ordered-sites.ts'
import { countsOf } from './state-counts.ts'

/** Tells the state that a file gives a cell by its expiry date, or `never`. */
const statesOn = (today: CalendarDate) => {
  const soon = plusDays(today, expiryNotice)
  return (expiresAt: string): CellState => {
    if (expiresAt < today) return 'expired'
    return expiresAt <= soon ? 'expiring' : 'valid'
  }
}

const byRank = new Map(cellStates.map((state, rank) => [state, rank]))
const best = (one: CellState, other: CellState): CellState =>
  (byRank.get(one) ?? 0) < (byRank.get(other) ?? 0) ? other : one

/** The required categories of a team in the order of its tree. */
export const columnsOf = (db: ReadDb, teamId: TeamId): Column[] =>
  inTreeOrder(categoryQueries(db).tree(teamId)).flatMap(({ node }) =>
    node.requirement === null
      ? []
      : {
          id: node.id,
          name: node.name,
          requirement: node.requirement,
          branch: inTreeOrder([node]).map((below) => below.node.id),
        },
  )

type Covered = { site_id: SiteId; category_id: CategoryId; expires_at: string }

/** Rows of a team, or of some of its sites alone: without the sign, SQLite reads those of the team to find these. */
const placedIn = (row: string, site: string, teamId: TeamId, only: readonly SiteId[] | undefined): Condition =>
  only === undefined
    ? { where: `${row}.team_id = ?`, values: [teamId] }
    : {
        where: `${row}.${site} IN (SELECT value FROM json_each(?)) AND +${row}.team_id = ?`,
        values: [JSON.stringify(only), teamId],
      }

/** The latest expiry date that each site has in each category, read from their index alone. */
const coveredIn = (db: ReadDb, categories: readonly CategoryId[], only: readonly SiteId[] | undefined): Covered[] =>
  db.all<Covered>(
    `SELECT site_id, category_id, max(expires_at) AS expires_at FROM file_categories
     WHERE category_id IN (SELECT value FROM json_each(?))
       AND ${only ? 'site_id IN (SELECT value FROM json_each(?))' : 'site_id IS NOT NULL'} GROUP BY category_id, site_id`,
    JSON.stringify(categories),
    ...(only ? [JSON.stringify(only)] : []),
  )

/** The cells of the sites of a team on a day, of all of them or of some. */
export const readSites = (
  db: ReadDb,
  teamId: TeamId,
  today: CalendarDate,
  columns: readonly Column[],
  only?: readonly SiteId[],
): SiteCells[] => {
  const isRequired = columns.map(({ requirement }) => requiredOf(requirement))
  const wanted = placedIn('s', 'id', teamId, only)
  const sites = db
    .all<PlacedSite>(
      `SELECT s.id, s.name, s.sort_name, s.postcode, s.client_id, c.name AS client_name, c.sort_name AS client_sort_name
       FROM sites s JOIN clients c ON c.id = s.client_id WHERE ${wanted.where} AND s.hidden = 0`,
      ...wanted.values,
    )
    .map((site) => ({
      site,
      states: isRequired.map((of): CellState | undefined => (of(site) ? 'missing' : undefined)),
    }))
  const found = only && sites.map(({ site }) => site.id)
  const statesOf = new Map(sites.map(({ site, states }) => [site.id, states]))
  const change = (id: SiteId, at: number, to: (present: CellState) => CellState) => {
    const states = statesOf.get(id)
    const present = states?.[at]
    if (states && present) states[at] = to(present)
  }
  const columnsWith = new Map<CategoryId, number[]>()
  for (const [at, { branch }] of columns.entries()) {
    for (const id of branch) columnsWith.set(id, [...(columnsWith.get(id) ?? []), at])
  }
  const stateOf = statesOn(today)
  for (const { site_id, category_id, expires_at } of coveredIn(db, [...columnsWith.keys()], found)) {
    const state = stateOf(expires_at)
    for (const at of columnsWith.get(category_id) ?? []) change(site_id, at, (present) => best(present, state))
  }
  const exempted = placedIn('e', 'site_id', teamId, found)
  const exempt = db.all<{ site_id: SiteId; category_id: CategoryId }>(
    `SELECT site_id, category_id FROM exemptions e WHERE ${exempted.where} AND (until IS NULL OR until >= ?)`,
    ...exempted.values,
    today,
  )
  for (const { site_id, category_id } of exempt) {
    const at = columns.findIndex(({ id }) => id === category_id)
    change(site_id, at, () => 'exempt')
  }
  // Most sites are like many others: they share what was counted, and messages between threads hold it once.
  const known = new Map<string, Omit<SiteCells, 'site'>>()
  return sites.map(({ site, states }) => {
    const name = states.join()
    const alike = known.get(name) ?? { states, counts: countsOf(states) }
    known.set(name, alike)
    return { site, states: alike.states, counts: alike.counts }
  })
}

/** The table of a team, with how far its file had come before it was read. */
type Kept = { position: string | null; change: number; today: CalendarDate; table: ComplianceTable }

/** Teams whose tables are kept: few ask within a short time. */
const mostKept = 20

/**
 * The table of each team on a day: every site by every required category. It is kept, since the states of all sites decide
 * what the first page of the worst ones holds; of what was written meanwhile the changed sites alone are read again.
 */
export const complianceTables = (db: ReadDb) => {
  const known = new Map<TeamId, Kept>()

  /** Whether what changed since a table was read could be put into it. */
  const isBroughtUpToDate = (teamId: TeamId, columns: readonly Column[], { today, change, table }: Kept): boolean => {
    const changed = isDeepStrictEqual(columns, table.columns) ? changedAfter(db, change) : undefined
    if (!changed) return false
    const fresh = new Map(readSites(db, teamId, today, columns, changed).map((each) => [each.site.id, each]))
    for (const id of changed) table.put(id, fresh.get(id))
    return true
  }

  return (teamId: TeamId, today: CalendarDate): ComplianceTable => {
    const present = known.get(teamId)
    // What is written while the table is read is read again with the next one.
    const position = positionOf(db)
    if (present?.position === position && present.today === today) return present.table
    const change = lastChange(db)
    const columns = columnsOf(db, teamId)
    const table =
      present?.today === today && isBroughtUpToDate(teamId, columns, present)
        ? present.table
        : tableOf(columns, readSites(db, teamId, today, columns))
    known.delete(teamId)
    const [oldest] = known.keys()
    if (known.size >= mostKept && oldest !== undefined) known.delete(oldest)
    known.set(teamId, { position, change, today, table })
    return table
  }
}
