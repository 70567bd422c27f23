import { type AnnouncementDetails, announcementDetails } from '#schemas/details/announcement.ts'
import type { AnnouncementEvent } from '#schemas/events/announcement.ts'
import type { AnnouncementId } from '#schemas/ids.ts'
import { changedDetails, type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Announcement = { status: 'none' } | ({ status: 'published' } & AnnouncementDetails) | { status: 'removed' }

type AnnouncementCommand =
  | ({ type: 'PublishAnnouncement'; announcementId: AnnouncementId } & AnnouncementDetails)
  | ({ type: 'EditAnnouncement'; announcementId: AnnouncementId } & Partial<AnnouncementDetails>)
  | { type: 'RemoveAnnouncement'; announcementId: AnnouncementId }

const initialState: Announcement = { status: 'none' }

const evolve = evolveBy<Announcement, AnnouncementEvent>({
  AnnouncementPublished: (_announcement, data) => ({ status: 'published', ...announcementDetails.of(data) }),
  AnnouncementEdited: (_announcement, data) => ({ status: 'published', ...announcementDetails.of(data) }),
  AnnouncementRemoved: () => ({ status: 'removed' }),
})

/** An action has a text and a URL, or neither (D-59). */
const checkAction = ({ action_text, action_url }: AnnouncementDetails) => {
  if (action_url !== null && action_text === null) throw new RuleBroken('action-text-missing')
  if (action_text !== null && action_url === null) throw new RuleBroken('action-url-missing')
}

const decide = decideBy<Announcement, AnnouncementCommand, AnnouncementEvent>({
  PublishAnnouncement: (announcement, command) => {
    if (announcement.status !== 'none') throw new RuleBroken('id-taken')
    const { type: _, ...data } = command
    return [{ type: 'AnnouncementPublished', data }]
  },
  EditAnnouncement: (announcement, command) => {
    if (announcement.status !== 'published') throw new RuleBroken('announcement-not-found')
    const details = changedDetails<AnnouncementDetails>(announcementDetails, announcement, command)
    if (!details) return []
    checkAction(details)
    return [{ type: 'AnnouncementEdited', data: { announcementId: command.announcementId, ...details } }]
  },
  RemoveAnnouncement: (announcement, command) => {
    if (announcement.status !== 'published') throw new RuleBroken('announcement-not-found')
    return [{ type: 'AnnouncementRemoved', data: { announcementId: command.announcementId } }]
  },
})

/** A notice from the operators to all users. */
export const announcementDecider: Decider<Announcement, AnnouncementCommand, AnnouncementEvent> = {
  initialState,
  evolve,
  decide,
}
