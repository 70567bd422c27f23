import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { CategoryId, FileId, SiteId } from '#schemas/ids.ts'
import type { CellState } from '#schemas/records/cell-states.ts'
import type { ComplianceCell, ComplianceRow } from '#schemas/resources/compliance.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import { daysUntil } from '#schemas/time/expiry.ts'
import type { ExemptionRow } from './exemptions.ts'
import type { Column, SiteCells } from './ordered-sites.ts'

const nothing = { state: 'missing', expires_at: null, days: null, file: null, files: 0, exemption: null } as const
type NamedFile = { site_id: SiteId; category_id: CategoryId; id: FileId; name: string; expires_at: CalendarDate | null }

/** A page of sites as they stand on a day: what their cells hold is read by these. */
export type FoundSites = Page<SiteCells> & { columns: readonly Column[]; today: CalendarDate }

/** The sites that have files of a category or one below it, by category: a missing cell has none to read. */
const sitesByCategory = ({ rows, columns }: FoundSites): Record<CategoryId, SiteId[]> => {
  const sitesWith = (category: CategoryId) => {
    const within = columns.flatMap(({ branch }, at) => (branch.includes(category) ? at : []))
    const answered = rows.filter(({ states }) => within.some((at) => (states[at] ?? 'missing') !== 'missing'))
    return answered.map(({ site }) => site.id)
  }
  const categories = new Set(columns.flatMap(({ branch }) => branch))
  return Object.fromEntries([...categories].map((id) => [id, sitesWith(id)]))
}

/** What cells of a page hold by site: the files that keep one green longest come first, those of many categories often. */
const contentsOf = (db: ReadDb, page: FoundSites) => {
  const files = db.all<NamedFile>(
    `SELECT fc.site_id, fc.category_id, f.id, f.name, f.expires_at
     FROM json_each(?) category CROSS JOIN json_each(category.value) site
       CROSS JOIN file_categories fc ON fc.category_id = category.key AND fc.site_id = site.value
       CROSS JOIN files f ON f.id = fc.file_id
     ORDER BY fc.expires_at DESC, f.created_at DESC, f.id DESC`,
    JSON.stringify(sitesByCategory(page)),
  )
  const exempt = page.rows.filter(({ counts }) => counts.exempt > 0)
  const exemptions = db.all<ExemptionRow>(
    'SELECT * FROM exemptions WHERE site_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(exempt.map(({ site }) => site.id)),
  )
  return {
    files: Map.groupBy(files, ({ site_id }) => site_id),
    exemptions: Map.groupBy(exemptions, ({ site_id }) => site_id),
  }
}

/** The rows of a page of sites as they are answered, in their order. */
export const complianceRows = (db: ReadDb, { columns, today, ...page }: FoundSites): Page<ComplianceRow> => {
  const contents = contentsOf(db, { columns, today, ...page })
  // Most cells may be missing, and those of a category are alike.
  const missing = columns.map(({ id }): ComplianceCell => ({ category_id: id, ...nothing }))
  const rows = page.rows.map(({ site, states, counts }) => {
    const files = contents.files.get(site.id) ?? []
    const exemptions = contents.exemptions.get(site.id) ?? []
    const cellOf = ({ id: category_id, branch }: Column, state: CellState): ComplianceCell => {
      const own = files.filter((file) => branch.includes(file.category_id))
      const [file = null] = own
      const expires_at = file?.expires_at ?? null
      const exemption = state === 'exempt' && exemptions.find((each) => each.category_id === category_id)
      return {
        category_id,
        state,
        expires_at: expires_at && showDate(expires_at),
        days: expires_at && daysUntil(expires_at, today),
        file: file && { id: file.id, name: file.name },
        files: own.filter(({ id }, at) => id !== own[at - 1]?.id).length,
        exemption: exemption ? { reason: exemption.reason, until: exemption.until && showDate(exemption.until) } : null,
      }
    }
    const cells = columns.map((column, at) => {
      const state = states[at]
      return state === 'missing' ? missing[at] : state && cellOf(column, state)
    })
    return {
      ...counts,
      site: { id: site.id, name: site.name, postcode: site.postcode },
      client: { id: site.client_id, name: site.client_name },
      cells: cells.filter((cell) => cell !== undefined),
    }
  })
  return { ...page, rows }
}
