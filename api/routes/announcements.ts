import { announcementDecider } from '#api/domain/announcement.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { announcementStream } from '#api/event-store/streams.ts'
import { empty, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import type { AnnouncementQueries, AnnouncementRow } from '#projections/lists/announcements.ts'
import { announcementDetails } from '#schemas/details/announcement.ts'
import { AnnouncementId } from '#schemas/ids.ts'
import {
  type Announcement,
  editAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  removeAnnouncement,
} from '#schemas/resources/announcements.ts'

export const presentAnnouncement = (row: AnnouncementRow): Announcement => ({ ...row, icon: 'megaphone' })

/** Announcements of the operators to all users; every change is an event (D-02). */
export const announcementRoutes = (ledger: Ledger, announcements: AnnouncementQueries): Route[] => [
  route(listAnnouncements, ({ query }) => list(announcements.list(query), presentAnnouncement)),

  route(publishAnnouncement, async ({ body, context }) => {
    const announcementId = AnnouncementId.parse(idMadeBy(context.commandId, 'announcement'))
    const command = { type: 'PublishAnnouncement', announcementId, ...body } as const
    const stream = announcementStream(announcementId)
    const { at, position } = await handle(ledger, announcementDecider, stream, command, context)
    const published = { id: announcementId, ...body, created_at: at, revision: '0' }
    return resource(() => presentAnnouncement(asAdded(announcements.one(announcementId), published)), position)
  }),

  route(editAnnouncement, async ({ params: { id }, body, context, ifMatch }) => {
    const row = orNotFound(announcements.one(id))
    const details = announcementDetails.of(body)
    const command = { type: 'EditAnnouncement', announcementId: id, ...details } as const
    const stream = announcementStream(id)
    const { position } = await handle(ledger, announcementDecider, stream, command, context, ifMatch)
    return resource(() => presentAnnouncement(announcements.one(id) ?? row), position)
  }),

  route(removeAnnouncement, async ({ params: { id }, context, ifMatch }) => {
    const command = { type: 'RemoveAnnouncement', announcementId: id } as const
    const { position } = await handle(ledger, announcementDecider, announcementStream(id), command, context, ifMatch)
    return empty(position)
  }),
]
