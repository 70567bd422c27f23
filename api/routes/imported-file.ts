import type { ContentStore } from '#api/adapters/content-store.ts'
import { categoryIn } from '#api/domain/category-branches.ts'
import { importsDecider } from '#api/domain/imports.ts'
import { handleNew, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { importsStream } from '#api/event-store/streams.ts'
import { resource, thereAlready } from '#api/http/answer.ts'
import { HttpProblem, invalidField, notFound } from '#api/http/problem.ts'
import { type Route, route, type UploadedFile } from '#api/http/route.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import { idOfRow } from '#api/imports/ids.ts'
import { openPlan } from '#api/imports/keep-plan.ts'
import { rowContext } from '#api/imports/prepare.ts'
import { isOpen } from '#api/imports/stopping.ts'
import type { FilesTools } from '#api/imports/tools.ts'
import { shownAdded } from '#api/presenters/added-file.ts'
import { presentFile } from '#api/presenters/file.ts'
import { activeVisit } from '#api/services/files/active-files.ts'
import { treeOf } from '#api/services/files/categories-of-files.ts'
import { expiryOf } from '#api/services/files/expiry-of.ts'
import { receivedFile } from '#api/services/files/received-files.ts'
import { recordFile, storeFile } from '#api/services/files/store-file.ts'
import { uploadTargetOf } from '#api/services/files/upload-target.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { orBehind, orNotFound } from '#api/services/records/owned.ts'
import { importer } from '#api/services/teams/may-import.ts'
import type { PlannedRow } from '#projections/imports/planned-files.ts'
import type { PlannedFile } from '#schemas/events/import.ts'
import { FileId, type ImportId, type TeamId } from '#schemas/ids.ts'
import { nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import { sendImportedFile } from '#schemas/resources/import-files.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { today } from '#schemas/time/dates.ts'

/** Why a run takes no more files. */
const closed = {
  stopped: 'The import was stopped.',
  finished: 'The import has ended.',
  undone: 'The import has been undone.',
} as const

/** Throws 404 unless the run is of the team and of files, and 409 unless it takes files. */
const requireOpen = async (ledger: Ledger, teamId: TeamId, id: ImportId): Promise<void> => {
  const { runs } = await load(ledger, importsDecider, importsStream(teamId))
  const run = runs.get(id)
  if (run?.kind !== 'files') throw notFound()
  if (run.status !== 'open') throw new HttpProblem(409, { message: closed[run.status] })
}

/** The sent bytes under the name that the manifest gives them; a JPEG stands for a photo. Throws 422. */
const namedAs = ({ localFileName, size, hash }: PlannedFile, [file]: readonly UploadedFile[]): UploadedFile[] => {
  if (!file) return []
  const sent = file.original ?? file
  if (sent.size !== size || sent.hash !== hash) {
    throw invalidField('file', 'These are other bytes than the manifest names.')
  }
  return [{ ...file, fileName: file.original ? `${nameWithoutExtension(localFileName)}.jpg` : localFileName }]
}

type Setup = Omit<FilesTools, 'imports' | 'records'> & { content: ContentStore; lists: Pick<Lists, 'hold'> }

/**
 * The files of imports, each by a request of its own. It does not wait for the read model of imports, which is behind
 * lists while many come: a row that is not there yet is waited for.
 */
export const importedFileRoutes = (setup: Setup, { imports, records, directory }: ReadModels): Route[] => {
  const { content, timeZone } = setup
  const tools: FilesTools = { ...setup, imports, records }
  const shown = shownAdded({ directory, records })

  /** The plan of a row, which may have been written a moment ago, and elsewhere. Throws 404, and 503 while it may be behind. */
  const plannedRow = async (run: ImportId, row: number): Promise<PlannedRow> => {
    const known = imports.planned(run, row)
    if (known) return known
    const isHere = await tools.hold(await tools.end())
    const found = imports.planned(run, row)
    return isHere ? orNotFound(found) : orBehind(found)
  }

  /** Where the file of a row goes: without the visit and categories that are gone since. Throws 422. */
  const targetOf = async (ledger: Ledger, scope: Scope, { siteId, visitId, categoryIds }: PlannedFile) => {
    const site = await activeSite(ledger, scope, siteId)
    if (!site) throw invalidField('site', 'The selected site is invalid.')
    const visit = visitId && (await activeVisit(ledger, scope, visitId))
    const { roots } = categoryIds.length === 0 ? { roots: [] } : await treeOf(ledger, scope.teamId)
    return uploadTargetOf(ledger, records, scope, {
      site_id: siteId,
      visit_id: visit && visit.site.siteId === siteId ? visitId : null,
      categories: categoryIds.filter((id) => categoryIn(roots, id)),
    })
  }

  return [
    route(sendImportedFile, async ({ actor, params: { run, row }, files, context: asked, ledger }) => {
      const { teamId, userId, scope } = importer(actor, 'files.create')
      const seen = imports.one(teamId, run)
      // One that lists show as open is looked at before its file is recorded.
      if (seen?.kind !== 'files' || !isOpen(seen)) await requireOpen(tools.ledger, teamId, run)
      const { file: planned, here } = await plannedRow(run, row)
      const named = namedAs(planned, files)
      const target = await targetOf(ledger, scope, planned)
      const fileId = FileId.parse(idOfRow(run, row))
      const context = rowContext({ context: asked }, run)
      // Another run may be bringing the same bytes to the site.
      return tools.underWay.alone(`${planned.siteId}/${planned.hash}`, async () => {
        const same = records.files.withContent(planned.siteId, planned.hash, files[0]?.original !== undefined)
        const known = records.files.one(scope, fileId) ?? (same && records.files.one(scope, same))
        if (known) {
          if (here === null && known.id !== fileId) {
            const plan = await openPlan(tools, { id: run, teamId, context })
            plan.find(row)
            await plan.flush()
          }
          return thereAlready(() => presentFile(known, directory.accounts.namesOf([known.uploaded_by])))
        }
        if (here === 'came') throw invalidField('file', 'The file was deleted.')
        const received = await receivedFile(named, 'file')
        const completed_at = planned.completed_at ?? today(new Date(context.at), timeZone)
        const sent = planned.expires_at === 'none' ? null : (planned.expires_at ?? undefined)
        const fields = { fileId, teamId, name: planned.name, completed_at, ...expiryOf(sent, completed_at, target) }
        const file = await storeFile(content, received, { ...fields, uploadedBy: userId }, target)
        const recorded = await tools.underWay.doing(run, async () => {
          // What comes after a run has ended is not undone with it.
          await requireOpen(tools.ledger, teamId, run)
          return recordFile(ledger, file, context, handleNew)
        })
        const { file: added, at, position } = recorded
        // So that the same bytes are found.
        if (position) await setup.lists.hold(position)
        return resource(() => shown(scope, added, at, target), position)
      })
    }),
  ]
}
