import type { File } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { siteStream, visitStream } from '#api/event-store/streams.ts'
import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'

/** Read-only access to the log. */
export type Reading = Pick<Ledger, 'read'>
export type KnownFile = Exclude<File, { status: 'none' }>
export type Ancestry = { siteId: SiteId; clientId: ClientId }

/** The site of a visit, which may be in the trash. */
export const siteOfVisit = async (reading: Reading, id: VisitId): Promise<SiteId | undefined> => {
  const visit = await load(reading, visitDecider, visitStream(id))
  return visit.status === 'none' ? undefined : visit.siteId
}

/** A site with its client, even if it is in the trash. */
export const ancestryOfSite = async (reading: Reading, siteId: SiteId): Promise<Ancestry | undefined> => {
  const site = await load(reading, siteDecider, siteStream(siteId))
  return site.status === 'none' || site.status === 'purged' ? undefined : { siteId, clientId: site.clientId }
}

/** The site and client of a file: those of its visit, even if it is in the trash, otherwise its own (D-04, D-10). */
export const ancestryOfFile = async (
  reading: Reading,
  { visitId, siteId: own }: KnownFile,
): Promise<Ancestry | undefined> => ancestryOfSite(reading, (visitId && (await siteOfVisit(reading, visitId))) ?? own)

/** A site, if it is active, with its client: where a file may be moved to. */
export const activeAncestry = async (reading: Reading, siteId: SiteId): Promise<Ancestry | undefined> => {
  const site = await load(reading, siteDecider, siteStream(siteId))
  return site.status === 'active' ? { siteId, clientId: site.clientId } : undefined
}
