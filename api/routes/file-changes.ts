import { type FileCommand, fileDecider, revisionOfFile } from '#api/domain/file.ts'
import { trashOf } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream } from '#api/event-store/streams.ts'
import { deleted, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { type Route, route } from '#api/http/route.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { FileId } from '#schemas/ids.ts'
import { deleteFile, updateFile } from '#schemas/resources/files.ts'
import { namedCategories, requireCategories, treeOf, withHidden } from './categories-of-files.ts'
import { requireVisit } from './file-place.ts'
import { liveFile, ownFile } from './live-files.ts'
import { orBehind, orNotFound } from './owned.ts'
import { presentFile } from './present-file.ts'
import type { ReadModels } from './reading.ts'

export const fileChangeRoutes = (
  ledger: Ledger,
  { accounts, files, visits }: Pick<ReadModels, 'accounts' | 'files' | 'visits'>,
): Route[] => {
  const change = (command: FileCommand & { fileId: FileId }, context: CommandContext, ifMatch: IfMatch) =>
    handle(ledger, fileDecider, fileStream(command.fileId), command, context, { ...ifMatch, of: revisionOfFile })
  return [
    // What nobody sees, because it is in the trash, nobody takes off: a form sends back the visit that it was shown.
    route(updateFile, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch }) => {
      const { file, site, shownVisit } = orNotFound(await liveFile(ledger, scope, id))
      const tree = await treeOf(ledger, teamId)
      const { name, visit_id: visitId = shownVisit, categories, completed_at: completedOn = file.completedOn } = body
      if (visitId !== null && visitId !== shownVisit) await requireVisit(ledger, scope, site.siteId, visitId)
      if (categories) requireCategories(tree, categories)
      const row = orBehind(files.one(scope, id))

      const command = {
        type: 'ChangeFile' as const,
        fileId: id,
        teamId,
        bulkId: null,
        place: { siteId: site.siteId, clientId: site.clientId },
        name,
        completedOn,
        visitId: visitId === shownVisit ? file.visitId : visitId,
        categoryIds: categories ? withHidden(tree, file.categoryIds, categories) : file.categoryIds,
      }
      const { position, revision } = await change(command, context, ifMatch)
      const changed = {
        ...row,
        name,
        completed_on: completedOn,
        visit_id: visitId,
        visit_name: visitId && orBehind(visits.one(scope, visitId)).name,
        categories: namedCategories(tree, command.categoryIds),
        revision: String(revision),
      }
      return resource(presentFile(changed, accounts.namesOf([row.uploaded_by])), position)
    }),

    route(deleteFile, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch }) => {
      orNotFound(await ownFile(ledger, scope, id))
      const trashId = trashOf(context.commandId)
      const command = { type: 'DeleteFile', fileId: id, teamId, trashId } as const
      const { position } = await change(command, context, ifMatch)
      return deleted(position, trashId)
    }),
  ]
}
