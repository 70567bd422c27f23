import { notFound } from '#api/http/problem.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { ComplianceRow } from '#projections/facilities/compliance-rows.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { KnownShare } from '#projections/facilities/shares.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { FileId } from '#schemas/ids.ts'
import { mostSharedSites } from '#schemas/limits/share-rules.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { RequiredOf, ShareAccess } from './share-access.ts'

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
    const { rows } = await compliance.compliance(scope, day, { client, site: row.site_id, sort: 'name', limit: 1 })
    const isNamed = rows.some(({ cells }) => cells.some(({ file, state }) => file?.id === id && state !== 'exempt'))
    if (!isNamed) throw notFound()
    return row
  },
})
