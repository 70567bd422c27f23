import { fileDecider } from '#api/domain/file.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { readingOnce } from '#api/event-store/reading-once.ts'
import { bulkStream, fileStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { forbidden, invalidField, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import { forEach } from '#api/sagas/each.ts'
import { type Ancestry, ancestryOfFile, ancestryOfSite, type Reading } from '#api/sagas/file-ancestry.ts'
import { activeFile, fileIncludingTrash } from '#api/services/files/active-files.ts'
import { requireCategories, treeOf } from '#api/services/files/categories-of-files.ts'
import { requireVisit } from '#api/services/files/upload-target.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { matchedFiles } from '#api/services/records/chosen-records.ts'
import { listsOf } from '#api/services/records/lists.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import type { BulkId, FileId, SiteId } from '#schemas/ids.ts'
import { grants } from '#schemas/policy.ts'
import { restorableUntil } from '#schemas/records/trash.ts'
import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'
import type { Clock } from '#schemas/time/dates.ts'
import { changeMany, chosenToChange, undoMany } from './change-many.ts'

type Wanted = BodyOf<typeof changeFiles>

/** The scope of a caller who may make this change of files; throws 403 for others. */
const scopeFor = ({ scope, abilities }: SignedIn, change: { delete?: boolean | undefined }): Scope => {
  if (!scope || !grants(abilities, change.delete ? 'files.delete' : 'files.update')) throw forbidden()
  return scope
}

/** Requires that the site, the visit and the categories of a change are visible to the caller. Throws 422 by field. */
const requireAll = async (reading: Ledger, scope: Scope, sites: readonly SiteId[], { change }: Wanted) => {
  for (const field of ['categories', 'add_categories', 'remove_categories'] as const) {
    const named = change[field]
    if (named) requireCategories(await treeOf(reading, scope.teamId), named, `change.${field}`)
  }
  const target = change.site_id
  if (target && !(await activeSite(reading, scope, target)))
    throw invalidField('change.site_id', 'The selected site is invalid.')
  if (!change.visit_id) return
  for (const siteId of target ? [target] : new Set(sites)) {
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

/** The details, place and deletion of many files. */
export const bulkChangeRoutes = (
  ledger: Ledger,
  lists: Lists,
  records: ReadModels['records'],
  clock: Clock,
): Route[] => {
  const tools = { ledger, lists }
  const recordLists = listsOf(records, clock)

  return [
    route(changeFiles, async ({ actor, body, ...asked }) => {
      const scope = scopeFor(actor, body.change)
      return changeMany(
        tools,
        'files',
        asked,
        async (bulkId) => {
          const reading = readingOnce(ledger)
          const choice = {
            noun: 'file',
            matched: (filter: NonNullable<Wanted['filter']>) => matchedFiles(recordLists, scope, filter),
            find: (id: FileId) => activeFile(reading, scope, id),
          } as const
          const { ids: fileIds, found } = await chosenToChange(choice, body)
          const sites = found.map(({ site }) => site.siteId)
          await requireAll(reading, scope, sites, body)
          return { type: 'FilesChangeBegun', data: { bulkId, teamId: scope.teamId, fileIds, change: changeOf(body) } }
        },
        (undo, files, changed) => ({ undo, files, changed }),
      )
    }),

    route(undoChange, async ({ actor, params: { undo: bulkId }, ...asked }) => {
      const { scope } = actor
      if (!scope) throw notFound()
      const { teamId } = scope
      return undoMany(tools, 'files', asked, {
        bulkId,
        teamId,
        commandOf: (ids) => ({ type: 'BeginUndo', of: 'files', bulkId, teamId, ids }),
        check: async ({ wanted }) => {
          scopeFor(actor, wanted)
          const [first] = await ledger.read(bulkStream(bulkId))
          const { at: now } = asked.context
          if (wanted.delete && hasExpired(first?.metadata.at ?? now, now)) throw notFound()
        },
        within: async (changed) => {
          const reading = readingOnce(ledger)
          await requireWithin(reading, scope, bulkId, changed)
          const own = await forEach(changed, (id) => fileIncludingTrash(reading, scope, id))
          const left = changed.filter((_, at) => own[at] !== undefined)
          if (left.length === 0 && changed.length > 0) throw notFound()
          return left
        },
        nameOf: async (id) => {
          const file = await load(ledger, fileDecider, fileStream(id))
          return file.status === 'none' ? '' : file.name
        },
      })
    }),
  ]
}
