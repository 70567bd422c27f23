import { finishBulk } from '#api/bulk/finish.ts'
import { placeOfFile, type Reading, readingOnce } from '#api/bulk/places.ts'
import { bulkDecider } from '#api/domain/bulk.ts'
import { fileDecider } from '#api/domain/file.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, fileStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { resource } from '#api/http/answer.ts'
import { forbidden, invalid, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import { BulkId, type FileId } from '#schemas/ids.ts'
import { grants } from '#schemas/policy.ts'
import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { daysInTrash } from '#schemas/resources/trash.ts'
import { isWithin, type Scope } from '#schemas/scope.ts'
import { requireCategories, treeOf } from './categories-of-files.ts'
import { requireVisit } from './file-place.ts'
import { liveFile, ownFile } from './live-files.ts'

type Wanted = BodyOf<typeof changeFiles>

/** The scope of whoever may change files so, or 403. */
const scopeFor = ({ scope, abilities }: SignedIn, change: { delete?: boolean | undefined }): Scope => {
  if (!scope || !grants(abilities, change.delete ? 'files.delete' : 'files.update')) throw forbidden()
  return scope
}

/** Every file, the visit and the categories must be there for the caller: 422 with each that is not, by its place. */
const requireAll = async (ledger: Ledger, scope: Scope, { ids, change }: Wanted): Promise<void> => {
  const reading = { ...ledger, ...readingOnce(ledger) }
  const found = await Promise.all(ids.map((id) => liveFile(reading, scope, id)))
  const missing = found.flatMap((own, at) => (own ? [] : [[`ids.${at}`, ['The selected file is invalid.']]]))
  if (missing.length > 0) throw invalid(Object.fromEntries(missing))
  for (const field of ['categories', 'add_categories', 'remove_categories'] as const) {
    const named = change[field]
    if (named) requireCategories(await treeOf(ledger, scope.teamId), named, `change.${field}`)
  }
  if (!change.visit_id) return
  for (const siteId of new Set(found.flatMap((own) => own?.site.siteId ?? []))) {
    await requireVisit(reading, scope, siteId, change.visit_id, 'change.visit_id')
  }
}

/**
 * An undo is one, as the change was: whoever does not see where one of the files lies finds no change to take back, and
 * leaves all of it to those who do (D-57).
 */
const requireWithin = async (reading: Reading, scope: Scope, ids: readonly FileId[]): Promise<void> => {
  const isBeyond = async (id: FileId): Promise<boolean> => {
    const file = await load(reading, fileDecider, fileStream(id))
    const place = file.status === 'none' ? undefined : await placeOfFile(reading, file)
    return place !== undefined && !isWithin(scope, { teamId: scope.teamId, ...place })
  }
  if ((await Promise.all(ids.map(isBeyond))).includes(true)) throw notFound()
}

/** What a deletion took is purged after its days in the trash; no undo comes in between (D-10). */
const hasExpired = (begunAt: string, now: string): boolean =>
  Date.parse(now) >= Date.parse(begunAt) + daysInTrash * 24 * 60 * 60 * 1000

const changeOf = ({ change }: Wanted) => ({
  ...(change.categories === undefined ? {} : { categoryIds: change.categories }),
  ...(change.add_categories === undefined ? {} : { addedCategoryIds: change.add_categories }),
  ...(change.remove_categories === undefined ? {} : { removedCategoryIds: change.remove_categories }),
  ...(change.visit_id === undefined ? {} : { visitId: change.visit_id }),
  ...(change.completed_at === undefined ? {} : { completedOn: change.completed_at }),
  ...(change.delete ? { delete: true as const } : {}),
})

export const bulkChangeRoutes = (ledger: Ledger): Route[] => [
  // Nothing is written before all of it was found to be right; what was begun the same command finishes.
  route(changeFiles, async ({ actor, body, context }) => {
    const scope = scopeFor(actor, body.change)
    const { teamId } = scope
    const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
    const stream = bulkStream(bulkId)
    const known = await load(ledger, bulkDecider, stream)
    // The same command again is answered what came of it at first.
    if (known.status === 'none') {
      await requireAll(ledger, scope, body)
      const data = { bulkId, teamId, fileIds: body.ids, change: changeOf(body) }
      const begin = { type: 'Begin', beginning: { type: 'FilesChangeBegun', data } } as const
      await handle(ledger, bulkDecider, stream, begin, context)
    }
    const { bulk, position } = await finishBulk(ledger, bulkId)
    return resource({ undo: bulkId, changed: 'changed' in bulk ? bulk.changed.length : 0 }, position)
  }),

  route(undoChange, async ({ actor, params: { undo: bulkId }, context }) => {
    const begun = await load(ledger, bulkDecider, bulkStream(bulkId))
    if (!('change' in begun) || begun.teamId !== actor.teamId) throw notFound()
    const scope = scopeFor(actor, begun.change)
    const [first] = await ledger.read(bulkStream(bulkId))
    if (begun.change.delete && hasExpired(first?.metadata.at ?? context.at, context.at)) throw notFound()
    // One that a crash cut off is ended before it is taken back.
    const { bulk: known } = await finishBulk(ledger, bulkId)
    if (!('change' in known)) throw notFound()
    const reading = { ...ledger, ...readingOnce(ledger) }
    await requireWithin(reading, scope, known.changed)
    const own = await Promise.all(known.changed.map((id) => ownFile(reading, scope, id)))
    const fileIds = known.changed.filter((_, at) => own[at] !== undefined)
    if (fileIds.length === 0 && known.changed.length > 0) throw notFound()

    const command = { type: 'BeginUndo', bulkId, teamId: scope.teamId, fileIds } as const
    await handle(ledger, bulkDecider, bulkStream(bulkId), command, context)
    const { bulk, position } = await finishBulk(ledger, bulkId)
    if (!('change' in bulk)) throw notFound()
    const nameOf = async (id: FileId) => {
      const file = await load(ledger, fileDecider, fileStream(id))
      return { id, name: file.status === 'none' ? '' : file.name }
    }
    const left = await Promise.all(bulk.left.map(nameOf))
    return resource({ undone: bulk.undone.length, left }, position)
  }),
]
