import { z } from 'zod'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { resource } from '#api/http/answer.ts'
import { type ReadAhead, type Route, readingAhead, route } from '#api/http/route.ts'
import { shownAdded } from '#api/presenters/added-file.ts'
import { expiryOf } from '#api/services/files/expiry-of.ts'
import { receivedFile, receivedFiles } from '#api/services/files/received-files.ts'
import { recordFile, recordFiles, storeFile } from '#api/services/files/store-file.ts'
import { uploadTargetOf } from '#api/services/files/upload-target.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { FileId, SiteId } from '#schemas/ids.ts'
import { nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import { uploadFile, uploadFiles } from '#schemas/resources/files.ts'
import { today } from '#schemas/time/dates.ts'

const Target = z.object({ site_id: SiteId })

/** Reads the site of an upload, and its client. */
const readSite: ReadAhead = async ({ ledger, actor: { scope }, body }) => {
  const { data } = Target.safeParse(body)
  if (scope && data) await activeSite(ledger, scope, data.site_id)
}

export const uploadRoutes = (content: ContentStore, { directory, records }: ReadModels, timeZone: string): Route[] => {
  const dayOf = (at: string) => today(new Date(at), timeZone)
  const shown = shownAdded({ directory, records })

  return readingAhead(readSite, [
    route(uploadFile, async ({ actor: { teamId, userId, scope }, body, files, context, ledger }) => {
      const received = await receivedFile(files, 'file')
      const target = await uploadTargetOf(ledger, records, scope, body)

      const completed_at = body.completed_at ?? dayOf(context.at)
      const fields = {
        fileId: body.id ?? FileId.parse(idMadeBy(context.commandId, 'file')),
        teamId,
        name: body.name ?? nameWithoutExtension(received.fileName),
        completed_at,
        ...expiryOf(body.expires_at, completed_at, target),
        uploadedBy: userId,
      }
      const file = await storeFile(content, received, fields, target)
      const { file: recorded, at, position } = await recordFile(ledger, file, context)
      return resource(() => shown(scope, recorded, at, target), position)
    }),

    // Nothing is recorded before all files are validated and stored on disk (D-45).
    route(uploadFiles, async ({ actor: { teamId, userId, scope }, body, files, context, ledger }) => {
      const received = await receivedFiles(files, 'file')
      const target = await uploadTargetOf(ledger, records, scope, body)

      const stored = await Promise.all(
        received.map((each, at) => {
          const completed_at = body.completed_at[at] ?? dayOf(context.at)
          const fields = {
            fileId: FileId.parse(idMadeBy(context.commandId, `file.${at}`)),
            teamId,
            name: body.name[at] ?? nameWithoutExtension(each.fileName),
            completed_at,
            ...expiryOf(body.expires_at[at], completed_at, target),
            uploadedBy: userId,
          }
          return storeFile(content, each, fields, target)
        }),
      )
      const { files: recorded, at, position } = await recordFiles(ledger, stored, { teamId, target }, context)
      return resource(() => recorded.map((file) => shown(scope, file, at, target)), position)
    }),
  ])
}
