import { documentDecider } from '#api/domain/document.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { documentStream, siteStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { DocumentId, SiteId } from '#schemas/ids.ts'
import { forEach, orRefused } from './each.ts'

/** The command of one record, and its events. */
type Step<Id> = (id: Id) => Promise<{ events: readonly unknown[] }>

/**
 * Takes a step for each record. Returns the records that have an outcome, and whether it changed them: refused commands
 * have none. Running it twice is safe: each record's command has the same id on every attempt and returns its first
 * outcome.
 */
const takeEach = async <Id>(ids: readonly Id[], step: Step<Id>, done: () => void) => {
  const steps = await forEach(ids, async (id) => {
    const outcome = await orRefused(step(id))
    done()
    return outcome ? [{ id, isChanged: outcome.events.length > 0 }] : []
  })
  return steps.flat()
}

/** Returns the records that were changed. Those that are gone by then are skipped. */
const changeEach = async <Id>(ids: readonly Id[], step: Step<Id>, done: () => void): Promise<Id[]> =>
  (await takeEach(ids, step, done)).flatMap(({ id, isChanged }) => (isChanged ? [id] : []))

/** Returns the records whose change was undone, and those that were changed again since. */
const undoEach = async <Id>(ids: readonly Id[], step: Step<Id>, done: () => void) => {
  const undone = new Set((await takeEach(ids, step, done)).map(({ id }) => id))
  return { undone: [...undone], left: ids.filter((id) => !undone.has(id)) }
}

export const changeEachDocument = (
  ledger: Ledger,
  { bulkId, teamId, documentIds, change }: EventNamed<'DocumentsChangeBegun'>['data'],
  context: CommandContext,
  done: () => void,
) => {
  const commandOf = (documentId: DocumentId) =>
    ({ type: 'ChangeDocument', documentId, teamId, bulkId, ...change }) as const
  const step = (id: DocumentId) => handle(ledger, documentDecider, documentStream(id), commandOf(id), context)
  return changeEach(documentIds, step, done)
}

export const undoEachDocument = (
  ledger: Ledger,
  { bulkId, teamId, documentIds }: EventNamed<'DocumentsUndoBegun'>['data'],
  context: CommandContext,
  done: () => void,
) => {
  const commandOf = (documentId: DocumentId) => ({ type: 'UndoBulk', documentId, teamId, bulkId }) as const
  const step = (id: DocumentId) => handle(ledger, documentDecider, documentStream(id), commandOf(id), context)
  return undoEach(documentIds, step, done)
}

export const changeEachSite = (
  ledger: Ledger,
  { bulkId, teamId, siteIds, change }: EventNamed<'SitesChangeBegun'>['data'],
  context: CommandContext,
  done: () => void,
) => {
  const commandOf = (siteId: SiteId) => ({ type: 'ChangeSiteInBulk', siteId, teamId, bulkId, ...change }) as const
  const step = (id: SiteId) => handle(ledger, siteDecider, siteStream(id), commandOf(id), context)
  return changeEach(siteIds, step, done)
}

export const undoEachSite = (
  ledger: Ledger,
  { bulkId, teamId, siteIds }: EventNamed<'SitesUndoBegun'>['data'],
  context: CommandContext,
  done: () => void,
) => {
  const commandOf = (siteId: SiteId) => ({ type: 'UndoBulk', siteId, teamId, bulkId }) as const
  const step = (id: SiteId) => handle(ledger, siteDecider, siteStream(id), commandOf(id), context)
  return undoEach(siteIds, step, done)
}
