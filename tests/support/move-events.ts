import { clientStream, pictureStream, siteStream } from '#api/event-store/streams.ts'
import type { DrawnFor } from '#schemas/events/picture.ts'
import type { ClientId, ContentHash, SiteId, TeamId } from '#schemas/ids.ts'
import { hashOf } from './core-world.ts'
import { detailsOf } from './details.ts'
import type { memoryLog } from './memory-log.ts'
import { newTrashId } from './new-ids.ts'

/** Moves, deletions, restores and purges after clients and sites were added, as events of the same log. */
export const moveEvents = (record: ReturnType<typeof memoryLog>, teamId: TeamId) => {
  const trash = { trashId: newTrashId() }
  const content = { hash: hashOf('c'), size: 10 }
  const client = (clientId: ClientId) => [clientStream(clientId), { clientId, teamId }] as const
  const site = (siteId: SiteId) => [siteStream(siteId), { siteId, teamId }] as const
  const ofClient = (type: 'ClientDeleted' | 'ClientRestored' | 'ClientPurged') => (id: ClientId) => {
    const [stream, data] = client(id)
    return record(stream, type, { ...data, ...trash })
  }
  const ofSite = (type: 'SiteDeleted' | 'SiteRestored') => (id: SiteId) => {
    const [stream, data] = site(id)
    return record(stream, type, { ...data, ...trash })
  }
  return {
    clientRenamed: (id: ClientId, name: string) => {
      const [stream, data] = client(id)
      return record(stream, 'ClientRenamed', { ...data, ...detailsOf.client({ name }) })
    },
    clientDeleted: ofClient('ClientDeleted'),
    clientRestored: ofClient('ClientRestored'),
    clientPurged: ofClient('ClientPurged'),
    clientThumbnailSet: (id: ClientId) => {
      const [stream, data] = client(id)
      return record(stream, 'ClientThumbnailSet', { ...data, content, mimeType: 'image/png' })
    },
    clientThumbnailRemoved: (id: ClientId) => {
      const [stream, data] = client(id)
      return record(stream, 'ClientThumbnailRemoved', data)
    },
    siteUpdated: (id: SiteId, name: string, postcode: string | null) => {
      const [stream, data] = site(id)
      return record(stream, 'SiteUpdated', { ...data, ...detailsOf.site({ name, postcode }) })
    },
    siteMoved: (id: SiteId, clientId: ClientId) => {
      const [stream, data] = site(id)
      return record(stream, 'SiteMoved', { ...data, clientId })
    },
    siteDeleted: ofSite('SiteDeleted'),
    siteRestored: ofSite('SiteRestored'),
    siteThumbnailSet: (id: SiteId) => {
      const [stream, data] = site(id)
      return record(stream, 'SiteThumbnailSet', { ...data, content, mimeType: 'image/png' })
    },
    /** `of` is the hash of the upload. */
    pictureDrawn: (owner: DrawnFor, of: ContentHash = content.hash) =>
      record(pictureStream(owner), 'PictureCropped', { owner, of, content: { hash: hashOf('d'), size: 5 } }),
    pictureRefused: (owner: DrawnFor, of: ContentHash = content.hash) =>
      record(pictureStream(owner), 'PictureRefused', { owner, of, reason: 'unreadable' }),
  }
}
