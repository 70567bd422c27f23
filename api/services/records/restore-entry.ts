import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { readingOnce } from '#api/event-store/reading-once.ts'
import { categoryTreeStream, clientStream, fileStream, siteStream } from '#api/event-store/streams.ts'
import { HttpProblem, notFound, unavailable } from '#api/http/problem.ts'
import { forEach, orRefused } from '#api/sagas/each.ts'
import { ancestryOfFile, type Reading } from '#api/sagas/file-ancestry.ts'
import { recordInTrash } from '#api/sagas/record-in-trash.ts'
import { latestOf } from '#projections/engine/position.ts'
import type { SiteQueries } from '#projections/facilities/sites.ts'
import type { TrashRow } from '#projections/facilities/trash-queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import { ClientId, CommandId, FileId, SiteId, type TrashId } from '#schemas/ids.ts'
import { nouns, type OwnStream, type Resource, resources } from '#schemas/nouns.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'
import type { SiteQuota } from './site-quota.ts'

export type RestoreTools = {
  ledger: Ledger
  quota: SiteQuota
  sites: Pick<SiteQueries, 'idsOfClient'>
  /** Waits until lists hold the whole log as of now; false if they are still behind. */
  caughtUp: () => Promise<boolean>
}

type Deleted = { resource: Resource; id: string }
/** An entry, with the records that were deleted themselves. */
export type Restorable = { scope: Scope; entry: TrashRow; records: readonly Deleted[] }
/** The restoring of an entry: so many steps, each of which is told. */
type Restoring = { total: number; run: (done: () => void) => Promise<string | null> }

/** One of several restorings as a command of its own: branches of categories share a stream. */
export const restoringStep = (context: CommandContext, trashId: TrashId): CommandContext => ({
  ...context,
  commandId: CommandId.parse(idMadeBy(context.commandId, `restore/${trashId}`)),
  causationId: context.commandId,
})

const restoreFirst = (noun: 'client' | 'site', name: string) =>
  new HttpProblem(409, { message: `Please restore the ${noun} “${name}” first.` })

/**
 * Checks that what a record lies in is active, or is restored with it: a client and a site, by the site's id. Throws 409
 * naming what must be restored first, or 404.
 */
const requireSite = async (
  reading: Reading,
  scope: Scope,
  id: SiteId,
  restored: ReadonlySet<string>,
): Promise<void> => {
  const site = await load(reading, siteDecider, siteStream(id))
  if (site.status === 'none' || site.status === 'purged' || !isWithin(scope, site)) throw notFound()
  // The client first: a site cannot be restored before its client.
  const client = await load(reading, clientDecider, clientStream(site.clientId))
  if (client.status === 'none' || client.status === 'purged') throw notFound()
  if (client.status === 'deleted' && !restored.has(site.clientId)) throw restoreFirst('client', client.name)
  if (site.status === 'deleted' && !restored.has(id)) throw restoreFirst('site', site.name)
}

/** A file whose visit is in the trash is restored without it, and belongs to it again once the visit is restored. */
const siteOfFile = async (reading: Reading, id: FileId): Promise<SiteId> => {
  const file = await load(reading, fileDecider, fileStream(id))
  const ancestry = file.status === 'none' ? undefined : await ancestryOfFile(reading, file)
  if (!ancestry) throw notFound()
  return ancestry.siteId
}

/** Prepares the restoring of an entry of the trash: what is refused before anything is restored is thrown. */
export const restoreEntry = async (
  { ledger, quota, sites, caughtUp }: RestoreTools,
  { scope, entry, records }: Restorable,
  context: CommandContext,
): Promise<Restoring> => {
  const { teamId } = scope
  const isOne = entry.record_id !== null
  const restored = new Set(records.map(({ id }) => id))
  const reading = readingOnce(ledger)
  const idsOf = (noun: Resource) => records.flatMap(({ resource, id }) => (resource === noun ? [id] : []))

  const requirePlace = async ({ resource, id }: Deleted): Promise<void> => {
    if (resource === 'sites') return requireSite(reading, scope, SiteId.parse(id), restored)
    if (resource === 'files') return requireSite(reading, scope, await siteOfFile(reading, FileId.parse(id)), restored)
    if (resource === 'categories' || nouns[resource].parent !== 'sites') return
    const { decider, stream } = recordInTrash(resource, id, 'Restore', { teamId, trashId: entry.id })
    const { siteId } = await load(reading, decider, stream)
    if (siteId === undefined) throw notFound()
    await requireSite(reading, scope, siteId, restored)
  }

  /** Restores a record by the id of its own deletion; one of several that somebody else has restored is left alone. */
  const restoreRecord = async (noun: OwnStream, id: string): Promise<string | null> => {
    const known = recordInTrash(noun, id, 'Restore', { teamId, trashId: entry.id })
    const trashId = isOne ? entry.id : (await load(ledger, known.decider, known.stream)).trashId
    if (!trashId) return null
    const { decider, stream, command } = recordInTrash(noun, id, 'Restore', { teamId, trashId })
    const step = handle(ledger, decider, stream, command, context)
    return (await (isOne ? step : orRefused(step)))?.position ?? null
  }

  const restoreBranch = async (trashId: TrashId, step: CommandContext): Promise<string | null> => {
    const command = { type: 'RestoreCategory', teamId, trashId } as const
    return (await handle(ledger, categoryTreeDecider, categoryTreeStream(teamId), command, step)).position
  }
  /** Branches of categories, which are one stream, so that each is restored by a command of its own. */
  const restoreBranches = async (done: () => void): Promise<string | null> => {
    if (isOne) return restoreBranch(entry.id, context)
    const { trash } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
    let position: string | null = null
    for (const { trashId } of trash.filter(({ root }) => restored.has(root.id))) {
      position = await restoreBranch(trashId, restoringStep(context, trashId))
      done()
    }
    return position
  }

  const restoreAll = async (done: () => void): Promise<{ position: string | null }> => {
    const positions: (string | null)[] = []
    // What others lie in comes first.
    for (const noun of resources) {
      const ids = idsOf(noun)
      if (noun === 'categories') positions.push(ids.length > 0 ? await restoreBranches(done) : null)
      else {
        const step = async (id: string) => {
          const position = await restoreRecord(noun, id)
          done()
          return position
        }
        positions.push(...(await forEach(ids, step)))
      }
    }
    return { position: latestOf(positions) }
  }

  await forEach(records, requirePlace)
  const clientIds = idsOf('clients')
  // A client in the trash cannot get new sites, so the log holds all of them now.
  if (clientIds.length > 0 && !(await caughtUp())) throw unavailable('The service is catching up. Please try again.')
  const siteIds = [
    ...idsOf('sites').map((id) => SiteId.parse(id)),
    ...clientIds.flatMap((id) => sites.idsOfClient(ClientId.parse(id))),
  ]
  return {
    total: records.length,
    run: async (done) => {
      const restore = () => restoreAll(done)
      // They count against the plan again, all or none (D-43).
      return (await (siteIds.length > 0 ? quota.within(teamId, siteIds, context, restore) : restore())).position
    },
  }
}
