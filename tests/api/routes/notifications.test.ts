import { v7 as newUuid } from 'uuid'
import { describe, expect } from 'vitest'
import { inboxStream } from '#api/event-store/streams.ts'
import { NotificationId, type UserId } from '#schemas/ids.ts'
import {
  editAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  removeAnnouncement,
} from '#schemas/resources/announcements.ts'
import { readAnnouncements, readNotifications, recentNotifications } from '#schemas/resources/notifications.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const { app, test, boss: operator } = operatedApp()

describe('announcements of the operators', () => {
  const publish = (body: object) => operator.ask(publishAnnouncement, { body: body as { body: string } })

  test('[API2G-01] [API2G-02] [ENT2-24] are published and listed, newest first', async () => {
    const first = await publish({ body: 'First' })
    const second = await publish({ body: 'Second', action_text: 'More', action_url: 'https://example.com/news' })

    expect((await operator.ask(listAnnouncements)).slice(0, 2)).toEqual([second, first])
    expect(second).toMatchObject({ body: 'Second', action_text: 'More', action_url: 'https://example.com/news' })
    expect(first).toMatchObject({ icon: 'megaphone', action_text: null, action_url: null })
  })

  test('[API2G-03] are edited in their place', async () => {
    const { id, created_at } = await publish({ body: 'Frist' })

    const { body } = await operator.call(editAnnouncement, { params: { id }, body: { body: 'First' } })

    expect(body).toMatchObject({ id, body: 'First', created_at, revision: '1' })
    expect(await operator.ask(listAnnouncements)).toContainEqual(body)
  })

  test('[API2G-04] are withdrawn', async () => {
    const { id } = await publish({ body: 'Oops' })

    expect((await operator.call(removeAnnouncement, { params: { id } })).status).toBe(204)

    expect((await operator.ask(listAnnouncements)).map((each) => each.id)).not.toContain(id)
    expect((await operator.refused(removeAnnouncement, { params: { id } })).status).toBe(404)
  })

  test('are Markdown without HTML', async () => {
    const { body } = await publish({ body: '**New** <img src=x onerror=alert(1)>' })

    expect(body.trim()).toBe('**New**')
  })

  const linked = { body: 'x', action_text: 'More' }

  test.each([
    [{}, 'body', 'The body field is required.'],
    [{ body: '<br>' }, 'body', 'The body field is required.'],
    [linked, 'action_url', 'The action url field is required when there is an action text.'],
    [{ body: 'x', action_url: '/a' }, 'action_text', 'The action text field is required when there is an action url.'],
    [{ ...linked, action_url: 'javascript:alert(1)' }, 'action_url', 'The action url must be a valid address.'],
    [{ ...linked, action_url: '//evil.example.com' }, 'action_url', 'The action url must be a valid address.'],
  ])('are refused as %j', async (body, field, message) => {
    expect(await operator.invalid(publishAnnouncement, { body })).toEqual({ [field]: [message] })
  })
})

describe('notifications and announcements', () => {
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
