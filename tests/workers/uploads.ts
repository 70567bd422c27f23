import { randomUUID } from 'node:crypto'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { fileDecider } from '#api/domain/file.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream } from '#api/event-store/streams.ts'
import { CalendarDate } from '#schemas/calendar-date.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { ClientId, CommandId, FileId, SiteId, TeamId, UserId } from '#schemas/ids.ts'
import { type FileType, maxUploadBytes } from '#schemas/upload-rules.ts'

type Settled = Extract<RecordedEvent, { type: 'ThumbnailMade' | 'ThumbnailFailed' }>

/** Stores the bytes and records them as an uploaded file of a team of its own. */
export const upload = async (ledger: Ledger, content: ContentStore, bytes: Uint8Array, mimeType: FileType) => {
  const teamId = TeamId.parse(randomUUID())
  const uploadedBy = UserId.parse(randomUUID())
  const file: EventNamed<'FileUploaded'>['data'] = {
    fileId: FileId.parse(randomUUID()),
    teamId,
    clientId: ClientId.parse(randomUUID()),
    siteId: SiteId.parse(randomUUID()),
    visitId: null,
    categoryIds: [],
    name: 'plan',
    localFileName: 'plan',
    type: mimeType,
    mimeType,
    content: await content.put(teamId, bytes, { maxBytes: maxUploadBytes }),
    completedOn: CalendarDate.parse('2026-03-01'),
    uploadedBy,
  }
  await handle(
    ledger,
    fileDecider,
    fileStream(file.fileId),
    { type: 'UploadFile', file },
    {
      at: '2026-03-01T10:00:00.000Z',
      actor: uploadedBy,
      impersonator: null,
      via: { kind: 'session', id: null },
      teamId,
      commandId: CommandId.parse(randomUUID()),
      correlationId: 'the upload',
      causationId: null,
      requestId: null,
    },
  )
  return file
}

/** Hears of each settled thumbnail; `of` waits for that of one file. */
export const hearOfThumbnails = (ledger: Ledger) => {
  const heard: Settled[] = []
  const waiting = new Set<() => void>()
  const subscription = ledger.subscribe(null, {
    event: (event) => {
      if (event.type !== 'ThumbnailMade' && event.type !== 'ThumbnailFailed') return
      heard.push(event)
      for (const look of waiting) look()
    },
    passed: () => {},
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
