import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { type ClientId, ContentHash, type FileId, type SiteId, type TeamId, type VisitId } from '#schemas/ids.ts'
import { detailsOf } from './details.ts'
import { memoryLog } from './memory-log.ts'
import { newClientId, newFileId, newSiteId, newTeamId, newUserId, newVisitId } from './new-ids.ts'

type VersionChanges = Partial<EventNamed<'FileVersionAdded'>['data']>
type FileChanges = Partial<EventNamed<'FileUploaded'>['data']> & { at?: string }

export const hashOf = (digit: string) => ContentHash.parse(digit.repeat(64))

/** A team that adds clients, sites, visits and files, as events of one log. */
export const coreWorld = (record = memoryLog()) => {
  const teamId = newTeamId()
  const userId = newUserId()

  const clientAdded = (name: string, clientId: ClientId = newClientId(), team: TeamId = teamId) =>
    record(`client-${clientId}`, 'ClientAdded', { clientId, teamId: team, ...detailsOf.client({ name }) })

  const siteAdded = (clientId: ClientId, name: string, siteId: SiteId = newSiteId(), team: TeamId = teamId) => {
    const data = { siteId, teamId: team, clientId, ...detailsOf.site({ name }) }
    return record(`site-${siteId}`, 'SiteAdded', data)
  }

  const visitAdded = (siteId: SiteId, clientId: ClientId, start: string, visitId: VisitId = newVisitId()) => {
    const details = detailsOf.visit({ name: `Visit of ${start}`, started_at: start, ended_at: start })
    const data = { visitId, teamId, siteId, clientId, ...details }
    return record(`visit-${visitId}`, 'VisitAdded', data)
  }

  const fileUploaded = (siteId: SiteId, clientId: ClientId, { at, ...changes }: FileChanges = {}) => {
    const fileId: FileId = changes.fileId ?? newFileId()
    const data: EventNamed<'FileUploaded'>['data'] = {
      fileId,
      teamId,
      clientId,
      siteId,
      visitId: null,
      categoryIds: [],
      ...detailsOf.file({ name: 'Fire certificate', completed_at: '2026-03-31' }),
      localFileName: 'scan0001.pdf',
      type: 'application/pdf',
      mimeType: 'application/pdf',
      content: { hash: hashOf('a'), size: 1000 },
      uploadedBy: userId,
      ...changes,
    }
    return record(`file-${fileId}`, 'FileUploaded', data, at ? { at } : {})
  }

  const fileVersionAdded = (fileId: FileId, version: number, changes: VersionChanges = {}) => {
    const data: EventNamed<'FileVersionAdded'>['data'] = {
      fileId,
      teamId,
      version,
      broughtBack: null,
      addedBy: userId,
      localFileName: 'photo.png',
      type: 'image/png',
      mimeType: 'image/png',
      content: { hash: hashOf(String(version)), size: 70 },
      ...changes,
    }
    return record(`file-${fileId}`, 'FileVersionAdded', data)
  }

  const thumbnailMade = (fileId: FileId, of = hashOf('a')) => {
    const content = { hash: hashOf('b'), size: 10 }
    const data = { fileId, teamId, of, content, mimeType: 'image/webp', width: 640, height: 480 } as const
    return record(`file-${fileId}`, 'ThumbnailMade', data)
  }

  const thumbnailFailed = (fileId: FileId, of = hashOf('a')) =>
    record(`file-${fileId}`, 'ThumbnailFailed', { fileId, teamId, of, reason: 'unreadable' })

  const uploads = { fileUploaded, fileVersionAdded, thumbnailMade, thumbnailFailed }
  return { teamId, userId, record, clientAdded, siteAdded, visitAdded, ...uploads }
}

/** One of each: a client with two sites, a visit, three files and the outcomes of their thumbnails. */
export const everything = () => {
  const world = coreWorld()
  const clientId = newClientId()
  const first = newSiteId()
  const second = newSiteId()
  const visitId = newVisitId()
  const drawn = newFileId()
  const undrawn = newFileId()
  const events: RecordedEvent[] = [
    world.clientAdded('Acme', clientId),
    world.siteAdded(clientId, 'North plant', first),
    world.siteAdded(clientId, 'Depot', second),
    world.visitAdded(first, clientId, '2026-03-01', visitId),
    world.fileUploaded(first, clientId, { fileId: drawn, visitId, at: '2026-03-01T10:00:00.000Z' }),
    world.fileUploaded(first, clientId, { fileId: undrawn, at: '2026-03-02T10:00:00.000Z' }),
    world.fileUploaded(second, clientId, { at: '2026-03-03T10:00:00.000Z' }),
    world.thumbnailMade(drawn),
    world.thumbnailFailed(undrawn),
  ]
  return { ...world, clientId, first, second, visitId, drawn, undrawn, events }
}
