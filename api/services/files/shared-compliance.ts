import { notFound } from '#api/http/problem.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { KnownShare } from '#projections/facilities/shares.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { ClientId, FileId, SiteId } from '#schemas/ids.ts'
import { mostSharedSites } from '#schemas/limits/share-rules.ts'
import type { ComplianceRow } from '#schemas/resources/compliance.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { RequiredOf, ShareAccess } from './share-access.ts'

type Compliance = Pick<ReadModels['facilities']['compliance'], 'compliance'>

/** Tells whether the compliance of a file's site names it on a day, within a scope. */
export const isNamedOn =
  ({ compliance }: Compliance, day: CalendarDate) =>
  async (scope: Scope, id: FileId, site: SiteId, client?: ClientId): Promise<boolean> => {
    const { rows } = await compliance(scope, day, { client, site, sort: 'name', limit: 1 })
    return rows.some(({ cells }) => cells.some(({ file, state }) => file?.id === id && state !== 'exempt'))
  }

/** What the links show that are for the compliance of a client or a site, and the files of others. */
export const sharedCompliance = (
  access: ShareAccess,
  { facilities: { compliance }, records: { files } }: Pick<ReadModels, 'facilities' | 'records'>,
) => ({
  /** A page of the sites, by name. */
  page: ({ scope, ...of }: RequiredOf, day: CalendarDate, cursor?: string): Promise<Page<ComplianceRow>> =>
    compliance.compliance(scope, day, { ...of, sort: 'name', limit: mostSharedSites, cursor }),

  /** A file that the page of a link leads to: of compliance those alone that cells name on a day. Throws 404. */
  file: async (share: KnownShare, day: CalendarDate, id: FileId): Promise<FileRow> => {
    const required = access.required(share)
    if (!required) return access.file(share, id)
    const { scope, client, site } = required
    const row = orNotFound(files.one(scope, id))
    if (site !== undefined && site !== row.site_id) throw notFound()
    if (!(await isNamedOn(compliance, day)(scope, id, row.site_id, client))) throw notFound()
    return row
  },
})
