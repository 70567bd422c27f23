import { createReadStream } from 'node:fs'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream, siteStream, visitStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { today } from '#schemas/calendar-date.ts'
import { FileId, type SiteId, type VisitId } from '#schemas/ids.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import type { Scope } from '#schemas/scope.ts'
import { maxUploadBytes, nameWithoutExtension } from '#schemas/upload-rules.ts'
import { loadOwned, orBehind } from './owned.ts'
import { presentFile } from './present-file.ts'
import type { ReadModels } from './reading.ts'
import { receivedFile } from './received-file.ts'

export const uploadRoutes = (
  ledger: Ledger,
  content: ContentStore,
  { accounts, sites, visits }: Pick<ReadModels, 'accounts' | 'sites' | 'visits'>,
  timeZone: string,
): Route[] => {
  /** The visit that a file hangs on; it must be one of the file's site (D-04). */
  const visitAt = async (scope: Scope, siteId: SiteId, visitId: VisitId | null) => {
    if (visitId === null) return null
    const visit = await loadOwned(ledger, visitDecider, visitStream(visitId), scope, 'visit_id')
    if (visit.siteId !== siteId) throw invalidField('visit_id', 'The selected visit is invalid.')
    return orBehind(visits.one(scope, visitId))
  }

  return [
    route(uploadFile, async ({ actor: { teamId, userId, scope }, body, files, context }) => {
      const received = await receivedFile(files, 'file')
      const { siteId, clientId } = await loadOwned(ledger, siteDecider, siteStream(body.site_id), scope, 'site_id')
      const site = orBehind(sites.one(scope, siteId))
      const visit = await visitAt(scope, siteId, body.visit_id)

      const stored = await content.put(teamId, createReadStream(received.path), { maxBytes: maxUploadBytes })
      const fileId = body.id ?? FileId.parse(idMadeBy(context.commandId, 'file'))
      const file = {
        fileId,
        teamId,
        clientId,
        siteId,
        visitId: visit?.id ?? null,
        name: body.name ?? nameWithoutExtension(received.fileName),
        localFileName: received.fileName,
        type: received.declared,
        mimeType: received.sniffed,
        content: stored,
        completedOn: body.completed_at ?? today(new Date(context.at), timeZone),
        uploadedBy: userId,
      }
      const command = { type: 'UploadFile', file } as const
      const { events, at, position, revision } = await handle(ledger, fileDecider, fileStream(fileId), command, context)
      // At a second try the file is what the first one recorded.
      const uploaded = events.find((event) => event.type === 'FileUploaded')?.data ?? file
      const row = {
        id: fileId,
        name: uploaded.name,
        local_file_name: uploaded.localFileName,
        type: uploaded.type,
        mime_type: uploaded.mimeType,
        hash: uploaded.content.hash,
        size: uploaded.content.size,
        completed_on: uploaded.completedOn,
        created_at: at,
        uploaded_by: uploaded.uploadedBy,
        revision: String(revision),
        thumbnail_state: 'pending',
        thumbnail_hash: null,
        visit_id: uploaded.visitId,
        visit_name: visit?.name ?? null,
        site_id: siteId,
        site_name: site.name,
        client_id: clientId,
        client_name: site.client_name,
      } as const
      return resource(presentFile(row, accounts.namesOf([userId])), position)
    }),
  ]
}
