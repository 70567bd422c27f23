import { positionOf, type ReadDb } from '#projections/engine/read-db.ts'
import type { CategoryId, ClientId, SiteId, TeamId } from '#schemas/ids.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { type CellState, cellStates } from '#schemas/records/cell-states.ts'
import { expiryNotice, type Requirement, requiredOf } from '#schemas/records/requirement.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays } from '#schemas/time/dates.ts'
import { categoryQueries } from './categories.ts'

/** A required category; `branch` are its id and those of all categories below it, a file of which answers it. */
export type Column = { id: CategoryId; name: string; requirement: Requirement; branch: readonly CategoryId[] }

export type PlacedSite = {
  id: SiteId
  sort_name: string
  client_id: ClientId
  client_name: string
  client_sort_name: string
}

/** A site with the state of each column; undefined where the category is not required of it. */
export type SiteCells = { site: PlacedSite; states: readonly (CellState | undefined)[] }

export type ComplianceTable = { columns: readonly Column[]; sites: readonly SiteCells[] }

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
const columnsOf = (db: ReadDb, teamId: TeamId): Column[] =>
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

/** One site alone, by the column that names it; all of them where none is asked for. */
const onlySite = (column: string, site: SiteId | undefined) =>
  site === undefined ? { where: `${column} IS NOT NULL`, values: [] } : { where: `${column} = ?`, values: [site] }

/** The latest expiry date that each site has in each category, read from their index alone. */
const coveredIn = (db: ReadDb, categories: readonly CategoryId[], site: SiteId | undefined): Covered[] => {
  const { where, values } = onlySite('site_id', site)
  return db.all<Covered>(
    `SELECT site_id, category_id, max(expires_at) AS expires_at FROM file_categories
     WHERE category_id IN (SELECT value FROM json_each(?)) AND ${where} GROUP BY category_id, site_id`,
    JSON.stringify(categories),
    ...values,
  )
}

/** The table of a team on a day, of all of its sites or of one. */
export const readTable = (db: ReadDb, teamId: TeamId, today: CalendarDate, one?: SiteId): ComplianceTable => {
  const columns = columnsOf(db, teamId)
  const isRequired = columns.map(({ requirement }) => requiredOf(requirement))
  const wanted = onlySite('s.id', one)
  const sites = db
    .all<PlacedSite>(
      `SELECT s.id, s.sort_name, s.client_id, c.name AS client_name, c.sort_name AS client_sort_name
       FROM sites s JOIN clients c ON c.id = s.client_id
       WHERE s.team_id = ? AND s.hidden = 0 AND ${wanted.where} ORDER BY s.sort_name, s.id`,
      teamId,
      ...wanted.values,
    )
    .map((site) => ({
      site,
      states: isRequired.map((of): CellState | undefined => (of(site) ? 'missing' : undefined)),
    }))
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
  for (const { site_id, category_id, expires_at } of coveredIn(db, [...columnsWith.keys()], one)) {
    const state = stateOf(expires_at)
    for (const at of columnsWith.get(category_id) ?? []) change(site_id, at, (present) => best(present, state))
  }
  const exempted = onlySite('site_id', one)
  const exempt = db.all<{ site_id: SiteId; category_id: CategoryId }>(
    `SELECT site_id, category_id FROM exemptions
     WHERE team_id = ? AND (until IS NULL OR until >= ?) AND ${exempted.where}`,
    teamId,
    today,
    ...exempted.values,
  )
  for (const { site_id, category_id } of exempt) {
    const at = columns.findIndex(({ id }) => id === category_id)
    change(site_id, at, () => 'exempt')
  }
  return { columns, sites }
}

/** Teams whose tables are kept: few ask within a short time. */
const kept = 20

/**
 * The table of each team on a day: every site by every required category. It is kept until the read model advances, since
 * the states of all sites decide what the first page of the worst ones holds.
 */
export const complianceTables = (db: ReadDb) => {
  const known = new Map<TeamId, { at: string; table: ComplianceTable }>()
  return (teamId: TeamId, today: CalendarDate): ComplianceTable => {
    const at = `${positionOf(db)} ${today}`
    const present = known.get(teamId)
    if (present?.at === at) return present.table
    const table = readTable(db, teamId, today)
    known.delete(teamId)
    const [oldest] = known.keys()
    if (known.size >= kept && oldest !== undefined) known.delete(oldest)
    known.set(teamId, { at, table })
    return table
  }
}
