import { type File, fileDecider } from '#api/domain/file.ts'
import type { Site } from '#api/domain/site.ts'
import { type Visit, visitDecider } from '#api/domain/visit.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream, visitStream } from '#api/event-store/streams.ts'
import type { FileId, VisitId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/scope.ts'
import { liveSite } from './live-places.ts'

type LiveSite = Extract<Site, { status: 'active' }>
type KnownVisit = Exclude<Visit, { status: 'none' }>
type KnownFile = Exclude<File, { status: 'none' }>

/** A visit of somebody's scope whose site is there, by the log, while the visit itself may be in the trash. */
export const ownVisit = async (
  ledger: Ledger,
  scope: Scope,
  id: VisitId,
): Promise<{ visit: KnownVisit; site: LiveSite } | undefined> => {
  const visit = await load(ledger, visitDecider, visitStream(id))
  if (visit.status === 'none' || visit.status === 'purged') return undefined
  const site = await liveSite(ledger, scope, visit.siteId)
  return site && { visit, site }
}

/** A visit that is there for somebody, which it is only while its site is (D-10). */
export const liveVisit = async (ledger: Ledger, scope: Scope, id: VisitId) => {
  const own = await ownVisit(ledger, scope, id)
  return own?.visit.status === 'planned' ? own : undefined
}

/**
 * A file of somebody's scope whose site is there, by the log, while the file itself may be in the trash. It lies where
 * its visit does, also while that is in the trash, and else on the site that it was put on (D-04, D-10); `shownVisit`
 * is the visit that people see.
 */
export const ownFile = async (
  ledger: Ledger,
  scope: Scope,
  id: FileId,
): Promise<{ file: KnownFile; site: LiveSite; shownVisit: VisitId | null } | undefined> => {
  const file = await load(ledger, fileDecider, fileStream(id))
  if (file.status === 'none' || file.status === 'purged') return undefined
  const visit = file.visitId && (await load(ledger, visitDecider, visitStream(file.visitId)))
  const hasVisit = visit !== null && visit.status !== 'none'
  const site = await liveSite(ledger, scope, hasVisit ? visit.siteId : file.siteId)
  return site && { file, site, shownVisit: hasVisit && visit.status === 'planned' ? file.visitId : null }
}

/** A file that is there for somebody. */
export const liveFile = async (ledger: Ledger, scope: Scope, id: FileId) => {
  const own = await ownFile(ledger, scope, id)
  return own?.file.status === 'stored' ? own : undefined
}
