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

/** The site of a visit, which may be in the trash. */
export const siteOfVisit = async (reading: Reading, id: VisitId): Promise<SiteId | undefined> => {
  const visit = await load(reading, visitDecider, visitStream(id))
  return visit.status === 'none' ? undefined : visit.siteId
}

/** The site and client of a file: those of its visit, even if it is in the trash, otherwise its own (D-04, D-10). */
export const ancestryOfFile = async (
  reading: Reading,
  { visitId, siteId: own }: KnownFile,
): Promise<{ siteId: SiteId; clientId: ClientId } | undefined> => {
  const siteId = (visitId && (await siteOfVisit(reading, visitId))) ?? own
  const site = await load(reading, siteDecider, siteStream(siteId))
  return site.status === 'none' || site.status === 'purged' ? undefined : { siteId, clientId: site.clientId }
}
