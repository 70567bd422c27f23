import { type FileCommand, fileDecider, revisionOfFile } from '#api/domain/file.ts'
import { trashOf } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream } from '#api/event-store/streams.ts'
import { deleted, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentFile } from '#api/presenters/file.ts'
import { activeFile, fileIncludingTrash } from '#api/services/files/active-files.ts'
import { requireCategories, treeOf, withHidden } from '#api/services/files/categories-of-files.ts'
import { requireVisit } from '#api/services/files/upload-target.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orBehind, orNotFound } from '#api/services/records/owned.ts'
import { fileDetails } from '#schemas/details/file.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { FileId } from '#schemas/ids.ts'
import { deleteFile, updateFile } from '#schemas/resources/files.ts'

export const fileChangeRoutes = ({ directory: { accounts }, records: { files } }: ReadModels): Route[] => {
  const change = (
    ledger: Ledger,
    command: FileCommand & { fileId: FileId },
    context: CommandContext,
    ifMatch: IfMatch,
  ) => handle(ledger, fileDecider, fileStream(command.fileId), command, context, { ...ifMatch, of: revisionOfFile })
  return [
    // A visit or category in the trash stays on the file: the form cannot show it, so it cannot remove it either.
    route(updateFile, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch, ledger }) => {
      const [found, tree] = await Promise.all([activeFile(ledger, scope, id), treeOf(ledger, teamId)])
      const { file, site, shownVisit } = orNotFound(found)
      const { visit_id: visitId = shownVisit, categories } = body
      const details = fileDetails.of(body)
      if (visitId !== null && visitId !== shownVisit) await requireVisit(ledger, scope, site.siteId, visitId)
      if (categories) requireCategories(tree, categories)
      const row = orBehind(files.one(scope, id))

      const command = {
        type: 'ChangeFile' as const,
        fileId: id,
        teamId,
        bulkId: null,
        ancestry: { siteId: site.siteId, clientId: site.clientId },
        ...details,
        visitId: visitId === shownVisit ? file.visitId : visitId,
        categoryIds: categories ? withHidden(tree, file.categoryIds, categories) : file.categoryIds,
      }
      const { position } = await change(ledger, command, context, ifMatch)
      const shown = () => presentFile(files.one(scope, id) ?? row, accounts.namesOf([row.uploaded_by]))
      return resource(shown, position)
    }),

    route(deleteFile, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch, ledger }) => {
      orNotFound(await fileIncludingTrash(ledger, scope, id))
      const trashId = trashOf(context.commandId)
      const command = { type: 'DeleteFile', fileId: id, teamId, trashId } as const
      const { position } = await change(ledger, command, context, ifMatch)
      return deleted(position, trashId)
    }),
  ]
}
