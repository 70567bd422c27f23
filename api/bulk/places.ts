import type { File } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { siteStream, visitStream } from '#api/event-store/streams.ts'
import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'

/** The log, to be read alone. */
export type Reading = Pick<Ledger, 'read'>
export type KnownFile = Exclude<File, { status: 'none' }>

/** A ledger that reads each stream once: for what is asked about many things that lie in one. */
export const readingOnce = (ledger: Reading): Reading => {
  const known = new Map<string, ReturnType<Ledger['read']>>()
  return {
    read: (stream) => {
      const reading = known.get(stream) ?? ledger.read(stream)
      known.set(stream, reading)
      return reading
    },
  }
}

/** The site of a visit, also of one in the trash. */
export const siteOfVisit = async (reading: Reading, id: VisitId): Promise<SiteId | undefined> => {
  const visit = await load(reading, visitDecider, visitStream(id))
  return visit.status === 'none' ? undefined : visit.siteId
}

/** Where a file lies: where its visit does, also while that is in the trash, else on its own site (D-04, D-10). */
export const placeOfFile = async (
  reading: Reading,
  { visitId, siteId: own }: KnownFile,
): Promise<{ siteId: SiteId; clientId: ClientId } | undefined> => {
  const siteId = (visitId && (await siteOfVisit(reading, visitId))) ?? own
  const site = await load(reading, siteDecider, siteStream(siteId))
  return site.status === 'none' || site.status === 'purged' ? undefined : { siteId, clientId: site.clientId }
}
