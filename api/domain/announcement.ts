import type { AnnouncementEvent } from '#schemas/events/announcement.ts'
import type { AnnouncementId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Words = { body: string; actionText: string | null; actionUrl: string | null }

export type Announcement = { status: 'none' } | { status: 'published'; words: Words } | { status: 'removed' }

export type AnnouncementCommand =
  | ({ type: 'PublishAnnouncement'; announcementId: AnnouncementId } & Words)
  | ({ type: 'EditAnnouncement'; announcementId: AnnouncementId } & Words)
  | { type: 'RemoveAnnouncement'; announcementId: AnnouncementId }

const initialState: Announcement = { status: 'none' }

const wordsOf = ({ body, actionText, actionUrl }: Words): Words => ({ body, actionText, actionUrl })

const evolve = (announcement: Announcement, event: AnnouncementEvent): Announcement => {
  switch (event.type) {
    case 'AnnouncementPublished':
    case 'AnnouncementEdited':
      return { status: 'published', words: wordsOf(event.data) }
    case 'AnnouncementRemoved':
      return { status: 'removed' }
    default:
      event satisfies never
      return announcement
  }
}

type EditAnnouncement = Extract<AnnouncementCommand, { type: 'EditAnnouncement' }>

const edit = (announcement: Announcement, { announcementId, ...words }: EditAnnouncement): AnnouncementEvent[] => {
  if (announcement.status !== 'published') throw new RuleBroken('announcement-not-found')
  const { body, actionText, actionUrl } = announcement.words
  if (body === words.body && actionText === words.actionText && actionUrl === words.actionUrl) return []
  return [{ type: 'AnnouncementEdited', data: { announcementId, ...wordsOf(words) } }]
}

const decide = (announcement: Announcement, command: AnnouncementCommand): AnnouncementEvent[] => {
  const { announcementId } = command
  switch (command.type) {
    case 'PublishAnnouncement':
      if (announcement.status !== 'none') throw new RuleBroken('id-taken')
      return [{ type: 'AnnouncementPublished', data: { announcementId, ...wordsOf(command) } }]
    case 'EditAnnouncement':
      return edit(announcement, command)
    case 'RemoveAnnouncement':
      if (announcement.status !== 'published') throw new RuleBroken('announcement-not-found')
      return [{ type: 'AnnouncementRemoved', data: { announcementId } }]
    default:
      command satisfies never
      return []
  }
}

/** What the operators tell everybody (PLAT-13, PLAT-16). */
export const announcementDecider: Decider<Announcement, AnnouncementCommand, AnnouncementEvent> = {
  initialState,
  evolve,
  decide,
}
