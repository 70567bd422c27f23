import type { ContentStore } from '#api/adapters/content-store.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { today } from '#schemas/calendar-date.ts'
import { FileId } from '#schemas/ids.ts'
import { uploadFile, uploadFiles } from '#schemas/resources/files.ts'
import { nameWithoutExtension } from '#schemas/upload-rules.ts'
import { placeOfFiles } from './file-place.ts'
import { presentFile } from './present-file.ts'
import type { ReadModels } from './reading.ts'
import { receivedFile, receivedFiles } from './received-files.ts'
import { recordFile, recordFiles, storeFile } from './store-file.ts'

export const uploadRoutes = (
  ledger: Ledger,
  content: ContentStore,
  models: Pick<ReadModels, 'accounts' | 'sites' | 'visits'>,
  timeZone: string,
): Route[] => {
  const namesOf = models.accounts.namesOf
  const dayOf = (at: string) => today(new Date(at), timeZone)

  return [
    route(uploadFile, async ({ actor: { teamId, userId, scope }, body, files, context }) => {
      const received = await receivedFile(files, 'file')
      const place = await placeOfFiles(ledger, models, scope, body)

      const said = {
        fileId: body.id ?? FileId.parse(idMadeBy(context.commandId, 'file')),
        teamId,
        name: body.name ?? nameWithoutExtension(received.fileName),
        completedOn: body.completed_at ?? dayOf(context.at),
        uploadedBy: userId,
      }
      const file = await storeFile(content, received, said, place)
      const { row, position } = await recordFile(ledger, file, place, context)
      return resource(presentFile(row, namesOf([userId])), position)
    }),

    // Nothing is recorded before all of it was found to be right and is safe on disk (D-45).
    route(uploadFiles, async ({ actor: { teamId, userId, scope }, body, files, context }) => {
      const received = await receivedFiles(files, 'file')
      const place = await placeOfFiles(ledger, models, scope, body)

      const stored = await Promise.all(
        received.map((each, at) => {
          const said = {
            fileId: FileId.parse(idMadeBy(context.commandId, `file.${at}`)),
            teamId,
            name: body.name[at] ?? nameWithoutExtension(each.fileName),
            completedOn: body.completed_at[at] ?? dayOf(context.at),
            uploadedBy: userId,
          }
          return storeFile(content, each, said, place)
        }),
      )
      const { rows, position } = await recordFiles(ledger, stored, { teamId, place }, context)
      const names = namesOf([userId])
      return resource(
        rows.map((row) => presentFile(row, names)),
        position,
      )
    }),
  ]
}
