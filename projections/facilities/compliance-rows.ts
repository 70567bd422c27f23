import type { ReadDb } from '#projections/engine/read-db.ts'
import type { CategoryId, ClientId, FileId, SiteId } from '#schemas/ids.ts'
import type { CellState } from '#schemas/records/cell-states.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { ExemptionRow } from './exemptions.ts'
import type { Column, SiteCells } from './ordered-sites.ts'

/** How many cells are in each state. */
export type StateCounts = Record<CellState, number>

const none: Readonly<StateCounts> = { missing: 0, expired: 0, expiring: 0, valid: 0, exempt: 0 }

/** How many cells of some sites are in each state, by column. */
export const countsByColumn = (columns: readonly Column[], cells: readonly SiteCells[]): StateCounts[] => {
  const counts = columns.map(() => ({ ...none }))
  for (const { states } of cells) {
    for (let at = 0; at < states.length; at += 1) {
      const state = states[at]
      const count = counts[at]
      if (state && count) count[state] += 1
    }
  }
  return counts
}

/** How many cells of some sites are in each state. */
export const countsOf = (cells: readonly Pick<SiteCells, 'states'>[]): StateCounts => {
  const counts = { ...none }
  for (const { states } of cells) for (const state of states) if (state) counts[state] += 1
  return counts
}

export type ComplianceCellRow = {
  category_id: CategoryId
  state: CellState
  file: { id: FileId; name: string; expires_at: CalendarDate | null } | null
  files: number
  exemption: Pick<ExemptionRow, 'reason' | 'until'> | null
}

export type ComplianceRow = {
  site: { id: SiteId; name: string; postcode: string | null }
  client: { id: ClientId; name: string }
  counts: StateCounts
  cells: ComplianceCellRow[]
}

type NamedSite = { id: SiteId; name: string; postcode: string | null; client_id: ClientId; client_name: string }
type NamedFile = { site_id: SiteId; category_id: CategoryId; id: FileId; name: string; expires_at: CalendarDate | null }

/** The sites that have files of a category or one below it, by category: a missing cell has none to read. */
const sitesByCategory = (cells: readonly SiteCells[], columns: readonly Column[]): Map<CategoryId, SiteId[]> => {
  const found = new Map<CategoryId, SiteId[]>()
  for (const { site, states } of cells) {
    const answered = columns.filter((_, at) => states[at] !== undefined && states[at] !== 'missing')
    for (const id of new Set(answered.flatMap(({ branch }) => branch))) {
      const sites = found.get(id)
      if (sites) sites.push(site.id)
      else found.set(id, [site.id])
    }
  }
  return found
}

/** What the cells of some sites are made of, with the files that keep a cell green longest first. */
const contentsOf = (db: ReadDb, cells: readonly SiteCells[], columns: readonly Column[]) => {
  const wanted = JSON.stringify(cells.map(({ site }) => site.id))
  const sites = db.all<NamedSite>(
    `SELECT s.id, s.name, s.postcode, c.id AS client_id, c.name AS client_name
     FROM json_each(?) JOIN sites s ON s.id = value JOIN clients c ON c.id = s.client_id`,
    wanted,
  )
  const files = db.all<NamedFile>(
    `SELECT fc.site_id, fc.category_id, f.id, f.name, f.expires_at
     FROM json_each(?) category CROSS JOIN json_each(category.value) site
       CROSS JOIN file_categories fc ON fc.category_id = category.key AND fc.site_id = site.value
       CROSS JOIN files f ON f.id = fc.file_id
     ORDER BY fc.expires_at DESC, f.created_at DESC, f.id DESC`,
    JSON.stringify(Object.fromEntries(sitesByCategory(cells, columns))),
  )
  const exemptions = db.all<ExemptionRow>(
    'SELECT * FROM exemptions WHERE site_id IN (SELECT value FROM json_each(?))',
    wanted,
  )
  return {
    sites: new Map(sites.map((site) => [site.id, site])),
    files: Map.groupBy(files, ({ site_id }) => site_id),
    exemptions: Map.groupBy(exemptions, ({ site_id }) => site_id),
  }
}

/** The rows of some sites, in their order. */
export const rowsOf = (
  db: ReadDb,
  cells: readonly SiteCells[],
  columns: readonly Column[],
  today: CalendarDate,
): ComplianceRow[] => {
  const contents = contentsOf(db, cells, columns)
  return cells.flatMap(({ site: { id }, states }) => {
    const site = contents.sites.get(id)
    if (!site) return []
    const files = contents.files.get(id) ?? []
    const exemptions = contents.exemptions.get(id) ?? []
    const cellOf = ({ id: category_id, branch }: Column, state: CellState): ComplianceCellRow => {
      if (state === 'missing') return { category_id, state, file: null, files: 0, exemption: null }
      const own = files.filter((file) => branch.includes(file.category_id))
      const exemption = exemptions.find((each) => each.category_id === category_id) ?? null
      const lasts = exemption !== null && (exemption.until === null || exemption.until >= today)
      const [file = null] = own
      return {
        category_id,
        state,
        file: file && { id: file.id, name: file.name, expires_at: file.expires_at },
        files: new Set(own.map((each) => each.id)).size,
        exemption: lasts ? { reason: exemption.reason, until: exemption.until } : null,
      }
    }
    return {
      site: { id, name: site.name, postcode: site.postcode },
      client: { id: site.client_id, name: site.client_name },
      counts: countsOf([{ states }]),
      cells: columns.flatMap((column, at) => {
        const state = states[at]
        return state ? cellOf(column, state) : []
      }),
    }
  })
}
