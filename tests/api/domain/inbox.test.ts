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
    given().when({ type: 'SendNotification', notification }).then(sent)
    given(sent).when({ type: 'SendNotification', notification }).thenNothing()
    given(sent, read).when({ type: 'SendNotification', notification }).thenNothing()
  })

  test('marks as read what is unread, and only that', () => {
    given(sent).when(readCommand).then(read)
    given(sent, read).when(readCommand).thenNothing()
  })

  test('knows nothing of notifications of others', () => {
    given()
      .when({ ...readCommand, notificationIds: [NotificationId.parse(newUuid())] })
      .thenNothing()
  })

  test('notes each time that the announcements are looked at', () => {
    const seen = { type: 'AnnouncementsRead', data: { userId } } as const
    given(seen).when({ type: 'ReadAnnouncements', userId }).then(seen)
  })
})
