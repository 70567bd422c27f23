import { type File, fileDecider } from '#api/domain/file.ts'
import type { Site } from '#api/domain/site.ts'
import { type Visit, visitDecider } from '#api/domain/visit.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream, visitStream } from '#api/event-store/streams.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import type { FileId, VisitId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/rights/scope.ts'

type LiveSite = Extract<Site, { status: 'active' }>
type KnownVisit = Exclude<Visit, { status: 'none' }>
type KnownFile = Exclude<File, { status: 'none' }>

/** A visit within a scope, from the log. Its site must be active; the visit itself may be in the trash. */
export const visitIncludingTrash = async (
  ledger: Ledger,
  scope: Scope,
  id: VisitId,
): Promise<{ visit: KnownVisit; site: LiveSite } | undefined> => {
  const visit = await load(ledger, visitDecider, visitStream(id))
  if (visit.status === 'none' || visit.status === 'purged') return undefined
  const site = await activeSite(ledger, scope, visit.siteId)
  return site && { visit, site }
}

/** An active visit within a scope; its site must be active too (D-10). */
export const activeVisit = async (ledger: Ledger, scope: Scope, id: VisitId) => {
  const own = await visitIncludingTrash(ledger, scope, id)
  return own?.visit.status === 'active' ? own : undefined
}

/**
 * A file within a scope, from the log. Its site must be active; the file itself may be in the trash. The site is that
 * of its visit, even while the visit is in the trash, otherwise the file's own (D-04, D-10). `shownVisit` is null while
 * the visit is in the trash.
 */
export const fileIncludingTrash = async (
  ledger: Ledger,
  scope: Scope,
  id: FileId,
): Promise<{ file: KnownFile; site: LiveSite; shownVisit: VisitId | null } | undefined> => {
  const file = await load(ledger, fileDecider, fileStream(id))
  if (file.status === 'none' || file.status === 'purged') return undefined
  const visit = file.visitId && (await load(ledger, visitDecider, visitStream(file.visitId)))
  const hasVisit = visit !== null && visit.status !== 'none'
  const site = await activeSite(ledger, scope, hasVisit ? visit.siteId : file.siteId)
  return site && { file, site, shownVisit: hasVisit && visit.status === 'active' ? file.visitId : null }
}

/** An active file within a scope. */
export const activeFile = async (ledger: Ledger, scope: Scope, id: FileId) => {
  const own = await fileIncludingTrash(ledger, scope, id)
  return own?.file.status === 'active' ? own : undefined
}
