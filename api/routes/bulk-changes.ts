import { bulkDecider } from '#api/domain/bulk.ts'
import { fileDecider } from '#api/domain/file.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { readingOnce } from '#api/event-store/reading-once.ts'
import { bulkStream, fileStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { forbidden, invalidField, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import { forEach } from '#api/sagas/each.ts'
import { type Ancestry, ancestryOfFile, ancestryOfSite, type Reading } from '#api/sagas/file-ancestry.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import { activeFile, fileIncludingTrash } from '#api/services/files/active-files.ts'
import { requireCategories, treeOf } from '#api/services/files/categories-of-files.ts'
import { requireVisit } from '#api/services/files/upload-target.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { invalidChoice, matchedFiles, notAsShown } from '#api/services/records/chosen-records.ts'
import { listsOf } from '#api/services/records/lists.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import { BulkId, type FileId } from '#schemas/ids.ts'
import { grants } from '#schemas/policy.ts'
import { restorableUntil } from '#schemas/records/trash.ts'
import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'
import { finishListed } from './finish-listed.ts'

type Wanted = BodyOf<typeof changeFiles>

/** The scope of a caller who may make this change of files; throws 403 for others. */
const scopeFor = ({ scope, abilities }: SignedIn, change: { delete?: boolean | undefined }): Scope => {
  if (!scope || !grants(abilities, change.delete ? 'files.delete' : 'files.update')) throw forbidden()
  return scope
}

/**
 * Requires that every file, the visit and the categories are visible to the caller. Throws 422 by field and index, and 409
 * when files that a filter matched are gone.
 */
const requireAll = async (ledger: Ledger, scope: Scope, ids: readonly FileId[], { filter, change }: Wanted) => {
  const reading = readingOnce(ledger)
  const found = await forEach(ids, (id) => activeFile(reading, scope, id))
  const there = found.filter((own) => own !== undefined)
  if (there.length < ids.length)
    throw filter ? notAsShown('file', ids.length, there.length) : invalidChoice('file', found)
  for (const field of ['categories', 'add_categories', 'remove_categories'] as const) {
    const named = change[field]
    if (named) requireCategories(await treeOf(ledger, scope.teamId), named, `change.${field}`)
  }
  const target = change.site_id
  if (target && !(await activeSite(reading, scope, target)))
    throw invalidField('change.site_id', 'The selected site is invalid.')
  if (!change.visit_id) return
  for (const siteId of target ? [target] : new Set(there.map(({ site }) => site.siteId))) {
    await requireVisit(reading, scope, siteId, change.visit_id, 'change.visit_id')
  }
}

/**
 * An undo is as indivisible as the change: a caller whose scope lacks the site of one of the files, or the one that it was
 * moved from, gets 404 and cannot undo any of it (D-57).
 */
const requireWithin = async (reading: Reading, scope: Scope, bulkId: BulkId, ids: readonly FileId[]): Promise<void> => {
  const isOutside = (ancestry: Ancestry | undefined): boolean =>
    ancestry !== undefined && !isWithin(scope, { teamId: scope.teamId, ...ancestry })
  const isBeyond = async (id: FileId): Promise<boolean> => {
    const file = await load(reading, fileDecider, fileStream(id))
    if (file.status === 'none') return false
    const movedFrom = file.lastBulk?.bulkId === bulkId ? file.lastBulk.movedFrom : undefined
    return (
      isOutside(await ancestryOfFile(reading, file)) ||
      (movedFrom !== undefined && isOutside(await ancestryOfSite(reading, movedFrom)))
    )
  }
  if ((await forEach(ids, isBeyond)).includes(true)) throw notFound()
}

/** Whether deleted files are due to be purged; they can then no longer be restored by an undo (D-10). */
const hasExpired = (begunAt: string, now: string): boolean => now >= restorableUntil(begunAt)

const changeOf = ({ change }: Wanted) => ({
  ...(change.categories === undefined ? {} : { categoryIds: change.categories }),
  ...(change.add_categories === undefined ? {} : { addedCategoryIds: change.add_categories }),
  ...(change.remove_categories === undefined ? {} : { removedCategoryIds: change.remove_categories }),
  ...(change.site_id === undefined ? {} : { siteId: change.site_id }),
  ...(change.visit_id === undefined ? {} : { visitId: change.visit_id }),
  ...(change.completed_at === undefined ? {} : { completed_at: change.completed_at }),
  ...(change.expires_at === undefined ? {} : { expires_at: change.expires_at }),
  ...(change.delete ? { delete: true as const } : {}),
})

/** Both answer once `lists` show what was done, however long that takes, or at once if they stand still. */
export const bulkChangeRoutes = (
  ledger: Ledger,
  lists: Lists,
  records: ReadModels['records'],
  timeZone: string,
): Route[] => {
  const recordLists = listsOf(records, timeZone)

  /** The files to change. Throws 409 if a filter matches another number than its list showed. */
  const chosenIn = async (scope: Scope, { ids = [], filter, count = 0 }: Wanted): Promise<readonly FileId[]> => {
    if (!filter) return ids
    const matched = await matchedFiles(recordLists, scope, filter)
    if (matched.length !== count) throw notAsShown('file', count, matched.length)
    return matched
  }

  return [
    // Nothing is written before everything is validated; a retry of the command finishes what has begun.
    route(changeFiles, async ({ actor, body, context, request }) => {
      const scope = scopeFor(actor, body.change)
      const { teamId } = scope
      const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
      const stream = bulkStream(bulkId)
      const known = await load(ledger, bulkDecider, stream)
      // A retry of the command skips validation and returns its first outcome.
      const begin = async () => {
        const ids = await chosenIn(scope, body)
        await requireAll(ledger, scope, ids, body)
        const data = { bulkId, teamId, fileIds: [...ids], change: changeOf(body) }
        const beginning = { type: 'FilesChangeBegun', data } as const
        return (await handle(ledger, bulkDecider, stream, { type: 'Begin', beginning }, context)).state
      }
      const begun = known.status === 'none' ? await begin() : known
      if (!('change' in begun)) throw notFound()
      const total = begun.fileIds.length
      return finishListed(request, { ledger, lists, bulkId, total }, (bulk) => ({
        undo: bulkId,
        files: total,
        changed: 'change' in bulk ? bulk.changed.length : 0,
      }))
    }),

    route(undoChange, async ({ actor, params: { undo: bulkId }, context, request }) => {
      const begun = await load(ledger, bulkDecider, bulkStream(bulkId))
      if (!('change' in begun) || begun.teamId !== actor.teamId) throw notFound()
      const scope = scopeFor(actor, begun.change)
      const [first] = await ledger.read(bulkStream(bulkId))
      if (begun.change.delete && hasExpired(first?.metadata.at ?? context.at, context.at)) throw notFound()
      // A change that a crash interrupted is finished before it is undone.
      const { bulk: known } = await finishBulk(ledger, bulkId)
      if (!('change' in known)) throw notFound()
      const reading = readingOnce(ledger)
      await requireWithin(reading, scope, bulkId, known.changed)
      const own = await forEach(known.changed, (id) => fileIncludingTrash(reading, scope, id))
      const fileIds = known.changed.filter((_, at) => own[at] !== undefined)
      if (fileIds.length === 0 && known.changed.length > 0) throw notFound()

      const command = { type: 'BeginUndo', bulkId, teamId: scope.teamId, fileIds } as const
      await handle(ledger, bulkDecider, bulkStream(bulkId), command, context)
      const nameOf = async (id: FileId) => {
        const file = await load(ledger, fileDecider, fileStream(id))
        return { id, name: file.status === 'none' ? '' : file.name }
      }
      return finishListed(request, { ledger, lists, bulkId, total: fileIds.length }, async (bulk) => {
        const { undone, left } = 'change' in bulk ? bulk : { undone: [], left: [] }
        return { undone: undone.length, left: await forEach(left, nameOf) }
      })
    }),
  ]
}
