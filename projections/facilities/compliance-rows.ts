import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { CategoryId, ClientId, FileId, SiteId } from '#schemas/ids.ts'
import type { CellState } from '#schemas/records/cell-states.ts'
import type { ComplianceCell, ComplianceRow } from '#schemas/resources/compliance.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import { daysUntil } from '#schemas/time/expiry.ts'
import type { ExemptionRow } from './exemptions.ts'
import type { Column } from './ordered-sites.ts'
import { countsOf, type States } from './state-counts.ts'

const nothing = { state: 'missing', expires_at: null, days: null, file: null, files: 0, exemption: null } as const
type NamedSite = { id: SiteId; name: string; postcode: string | null; client_id: ClientId; client_name: string }
type NamedFile = { site_id: SiteId; category_id: CategoryId; id: FileId; name: string; expires_at: CalendarDate | null }

/** A page of sites by their ids, as they stand on a day: what is shown of them is read by these. */
export type FoundSites = Page<{ id: SiteId; states: States }> & { columns: readonly Column[]; today: CalendarDate }

/** The sites that have files of a category or one below it, by category: a missing cell has none to read. */
const sitesByCategory = ({ rows, columns }: FoundSites): Map<CategoryId, SiteId[]> => {
  const found = new Map<CategoryId, SiteId[]>()
  for (const { id: site, states } of rows) {
    const answered = columns.filter((_, at) => states[at] !== undefined && states[at] !== 'missing')
    for (const id of new Set(answered.flatMap(({ branch }) => branch))) {
      const sites = found.get(id)
      if (sites) sites.push(site)
      else found.set(id, [site])
    }
  }
  return found
}

/** What the cells of some sites are made of, with the files that keep a cell green longest first. */
const contentsOf = (db: ReadDb, page: FoundSites) => {
  const wanted = JSON.stringify(page.rows.map(({ id }) => id))
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
    JSON.stringify(Object.fromEntries(sitesByCategory(page))),
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

/** The rows of a page of sites as they are answered, in their order. */
export const complianceRows = (db: ReadDb, { columns, today, ...page }: FoundSites): Page<ComplianceRow> => {
  const contents = contentsOf(db, { columns, today, ...page })
  // Most cells may be missing, and those of a category are alike.
  const missing = columns.map(({ id }): ComplianceCell => ({ category_id: id, ...nothing }))
  const rows = page.rows.flatMap(({ id, states }) => {
    const site = contents.sites.get(id)
    if (!site) return []
    const files = contents.files.get(id) ?? []
    const exemptions = contents.exemptions.get(id) ?? []
    const cellOf = ({ id: category_id, branch }: Column, state: CellState): ComplianceCell => {
      const own = files.filter((file) => branch.includes(file.category_id))
      const exemption = exemptions.find((each) => each.category_id === category_id) ?? null
      const lasts = exemption !== null && (exemption.until === null || exemption.until >= today)
      const [file = null] = own
      const expires_at = file?.expires_at ?? null
      return {
        category_id,
        state,
        expires_at: expires_at && showDate(expires_at),
        days: expires_at && daysUntil(expires_at, today),
        file: file && { id: file.id, name: file.name },
        files: new Set(own.map((each) => each.id)).size,
        exemption: lasts ? { reason: exemption.reason, until: exemption.until && showDate(exemption.until) } : null,
      }
    }
    return {
      site: { id, name: site.name, postcode: site.postcode },
      client: { id: site.client_id, name: site.client_name },
      ...countsOf(states),
      cells: columns.flatMap((column, at) => {
        const state = states[at]
        return (state === 'missing' ? missing[at] : state && cellOf(column, state)) ?? []
      }),
    }
  })
  return { ...page, rows }
}
