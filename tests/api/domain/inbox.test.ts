import { v7 as newUuid } from 'uuid'
import { describe, test } from 'vitest'
import { inboxDecider } from '#api/domain/inbox.ts'
import type { InboxEvent } from '#schemas/events/inbox.ts'
import { NotificationId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'
import { newUserId } from '#tests/support/new-ids.ts'

const given = deciding(inboxDecider)

describe('an inbox', () => {
  const userId = newUserId()
  const notificationId = NotificationId.parse(newUuid())
  const notification = {
    userId,
    notificationId,
    askedBy: newUuid(),
    icon: 'user',
    body: 'joined the team Acme.',
    action_text: null,
    action_url: null,
    creatorId: newUserId(),
  }
  const sent = { type: 'NotificationSent', data: notification } as const
  const read: InboxEvent = { type: 'NotificationsRead', data: { userId, notificationIds: [notificationId] } }
  const readCommand = { type: 'ReadNotifications', userId, notificationIds: [notificationId] } as const

  test('takes a notification once', () => {
    given().decides({ type: 'SendNotification', notification }, sent)
    given(sent).ignores({ type: 'SendNotification', notification })
    given(sent, read).ignores({ type: 'SendNotification', notification })
  })

  test('marks as read what is unread, and only that', () => {
    given(sent).decides(readCommand, read)
    given(sent, read).ignores(readCommand)
  })

  test('knows nothing of notifications of others', () => {
    given().ignores({ ...readCommand, notificationIds: [NotificationId.parse(newUuid())] })
  })

  test('notes each time that the announcements are looked at', () => {
    const seen = { type: 'AnnouncementsRead', data: { userId } } as const
    given(seen).decides({ type: 'ReadAnnouncements', userId }, seen)
  })
})
