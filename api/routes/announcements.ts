import { announcementDecider } from '#api/domain/announcement.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { announcementStream } from '#api/event-store/streams.ts'
import { empty, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { AnnouncementQueries, AnnouncementRow } from '#projections/announcements.ts'
import { AnnouncementId } from '#schemas/ids.ts'
import {
  type Announcement,
  editAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  removeAnnouncement,
} from '#schemas/resources/announcements.ts'
import { orNotFound } from './owned.ts'

export const presentAnnouncement = (row: AnnouncementRow): Announcement => ({ ...row, icon: 'megaphone' })

type Words = { body: string; action_text: string | null; action_url: string | null }

const wordsOf = ({ body, action_text, action_url }: Words) => ({ body, actionText: action_text, actionUrl: action_url })

/** What the operators tell everybody; every change of it is an event (D-02). */
export const announcementRoutes = (ledger: Ledger, announcements: AnnouncementQueries): Route[] => [
  route(listAnnouncements, ({ query }) => list(announcements.list(query), presentAnnouncement)),

  route(publishAnnouncement, async ({ body, context }) => {
    const announcementId = AnnouncementId.parse(idMadeBy(context.commandId, 'announcement'))
    const command = { type: 'PublishAnnouncement', announcementId, ...wordsOf(body) } as const
    const stream = announcementStream(announcementId)
    const { position, revision } = await handle(ledger, announcementDecider, stream, command, context)
    const published = { id: announcementId, ...body, created_at: context.at, revision: String(revision) }
    return resource(presentAnnouncement(published), position)
  }),

  route(editAnnouncement, async ({ params: { id }, body, context, ifMatch }) => {
    const { created_at } = orNotFound(announcements.one(id))
    const command = { type: 'EditAnnouncement', announcementId: id, ...wordsOf(body) } as const
    const stream = announcementStream(id)
    const { position, revision } = await handle(ledger, announcementDecider, stream, command, context, ifMatch)
    return resource(presentAnnouncement({ id, ...body, created_at, revision: String(revision) }), position)
  }),

  route(removeAnnouncement, async ({ params: { id }, context, ifMatch }) => {
    const command = { type: 'RemoveAnnouncement', announcementId: id } as const
    const { position } = await handle(ledger, announcementDecider, announcementStream(id), command, context, ifMatch)
    return empty(position)
  }),
]
