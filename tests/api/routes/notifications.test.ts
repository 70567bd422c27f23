import { v7 as newUuid } from 'uuid'
import { describe, expect } from 'vitest'
import { inboxStream } from '#api/event-store/streams.ts'
import { NotificationId, type UserId } from '#schemas/ids.ts'
import { publishAnnouncement } from '#schemas/resources/announcements.ts'
import { readAnnouncements, readNotifications, recentNotifications } from '#schemas/resources/notifications.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const operatorEmail = 'boss@example.com'

describe('notifications and announcements', () => {
  const { app, test } = sharedApp({ env: { operatorEmails: [operatorEmail] } })
  const operator = prepared(() => newTeam(app, { email: operatorEmail }))

  /** Notifies a user; answers the notification's id once it can be read. */
  const notify = async (member: Member, creatorId: UserId | null = null) => {
    const notificationId = NotificationId.parse(newUuid())
    const data = {
      userId: member.userId,
      notificationId,
      askedBy: newUuid(),
      icon: 'user',
      body: 'joined the team Acme.',
      action_text: null,
      action_url: null,
      creatorId,
    }
    const seen = await recordEvent(app, inboxStream(member.userId), { type: 'NotificationSent', data })
    await member.call(currentUser, {}, seen)
    return notificationId
  }
  const recent = (member: Member) => member.ask(recentNotifications)

  test('[API2F-01] [PLAT-13] [ENT2-25] come together, with the name of who caused it', async () => {
    const ann = await newTeam(app, { name: 'Ann' })
    const bob = await newTeam(app, { name: 'Bob' })
    const id = await notify(ann, bob.userId)
    await operator.call(publishAnnouncement, { body: { body: 'Hello', action_text: 'More', action_url: '/dashboard' } })

    const { announcements, notifications } = await recent(ann)

    expect(notifications).toMatchObject([
      { id, read: false, icon: 'user', body: 'joined the team Acme.', creator: { name: 'Bob', photo_url: null } },
    ])
    expect(announcements[0]).toMatchObject({ body: 'Hello', action_text: 'More', action_url: '/dashboard' })
  })

  test('[API2F-02] are marked as read, each by its owner alone', async ({ ann, bob }) => {
    const id = await notify(ann)

    await bob.call(readNotifications, { body: { notifications: [id] } })
    expect((await recent(ann)).notifications).toMatchObject([{ id, read: false }])

    expect((await ann.call(readNotifications, { body: { notifications: [id] } })).status).toBe(204)
    expect((await recent(ann)).notifications).toMatchObject([{ id, read: true }])
  })

  test('[API2F-03] [ENT2-01] note when the announcements were read', async ({ ann }) => {
    expect((await ann.ask(currentUser)).last_read_announcements_at).toBeNull()

    expect((await ann.call(readAnnouncements)).status).toBe(204)

    const readAt = (await ann.ask(currentUser)).last_read_announcements_at
    await operator.call(publishAnnouncement, { body: { body: 'Newer' } })
    const [newest] = (await recent(ann)).announcements
    expect(Date.parse(newest?.created_at ?? '')).toBeGreaterThan(Date.parse(readAt ?? ''))
  })
})
