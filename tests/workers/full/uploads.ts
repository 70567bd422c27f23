import type { ContentStore } from '#api/adapters/content-store.ts'
import { fileDecider } from '#api/domain/file.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream } from '#api/event-store/streams.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { FileId } from '#schemas/ids.ts'
import { type FileType, maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newTeamId } from '#tests/support/new-ids.ts'
import { uploadedFile } from '#tests/support/uploaded-file.ts'

type Settled = Extract<RecordedEvent, { type: 'ThumbnailMade' | 'ThumbnailFailed' }>

/** Stores the bytes and records them as an uploaded file of a team of its own. */
export const upload = async (ledger: Ledger, content: ContentStore, bytes: Uint8Array, mimeType: FileType) => {
  const teamId = newTeamId()
  const stored = await content.put(teamId, bytes, { maxBytes: maxUploadBytes })
  const file = uploadedFile({ teamId, mimeType, content: stored })
  const context = contextOf(teamId, file.uploadedBy)
  await handle(ledger, fileDecider, fileStream(file.fileId), { type: 'UploadFile', file }, context)
  return file
}

/** Hears of each settled thumbnail; `of` waits for that of one file. */
export const hearOfThumbnails = (ledger: Ledger) => {
  const heard: Settled[] = []
  const waiting = new Set<() => void>()
  const subscription = ledger.subscribe(null, {
    advance: (_place, event) => {
      if (event?.type !== 'ThumbnailMade' && event?.type !== 'ThumbnailFailed') return
      heard.push(event)
      for (const look of waiting) look()
    },
    caughtUp: () => {},
    ended: () => {},
  })
  const of = (fileId: FileId): Promise<Settled> =>
    new Promise((resolve) => {
      const look = () => {
        const event = heard.find(({ data }) => data.fileId === fileId)
        if (!event) return
        waiting.delete(look)
        resolve(event)
      }
      waiting.add(look)
      look()
    })
  return { of, heard, close: subscription.close }
}
