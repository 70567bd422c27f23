import { v7 as newUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { inbox, inboxQueries } from '#projections/lists/inbox.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { NotificationId, type UserId } from '#schemas/ids.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const ann = newUserId()
const ids = (count: number) => Array.from({ length: count }, () => NotificationId.parse(newUuid()))

const sent = (notificationId: NotificationId, minute: number, userId: UserId = ann) =>
  recorded(
    'NotificationSent',
    {
      userId,
      notificationId,
      askedBy: newUuid(),
      icon: 'user',
      body: 'joined the team Acme.',
      action_text: null,
      action_url: null,
      creatorId: null,
    },
    { at: `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z` },
  )
const read = (...notificationIds: NotificationId[]) => recorded('NotificationsRead', { userId: ann, notificationIds })

describe('the inbox', () => {
  const given = (...events: RecordedEvent[]) => {
    const { recent, announcementsReadAt } = inboxQueries(projected(inbox, events))
    return { recent: (userId: UserId = ann) => recent(userId, 8), announcementsReadAt: () => announcementsReadAt(ann) }
  }

  test('shows every unread notification and the eight newest read ones, newest first', () => {
    const all = ids(30)
    const { recent } = given(...all.map((id, minute) => sent(id, minute)), read(...all.slice(0, 15)))

    expect(recent().map(({ id }) => id)).toEqual(all.slice(7).reverse())
    expect(recent().filter((row) => row.read === 0)).toHaveLength(15)
  })

  test("does not show other users' notifications", () => {
    const [id = NotificationId.parse(newUuid())] = ids(1)

    expect(given(sent(id, 0)).recent(newUserId())).toEqual([])
  })

  test('is the same after a replay', () => {
    const [id = NotificationId.parse(newUuid())] = ids(1)
    const events = [sent(id, 0), read(id)]

    expect(given(...events, ...events).recent()).toMatchObject([{ id, read: 1 }])
  })

  test('stores when the announcements were last read', () => {
    const readAt = (at: string) => recorded('AnnouncementsRead', { userId: ann }, { at })
    const twice = [readAt('2026-03-01T10:00:00.000Z'), readAt('2026-03-02T10:00:00.000Z')]

    expect(given().announcementsReadAt()).toBeNull()
    expect(given(...twice).announcementsReadAt()).toBe('2026-03-02T10:00:00.000Z')
  })

  test('stores nothing about an erased person', () => {
    const events = [...ids(2).map((id) => sent(id, 0)), recorded('AnnouncementsRead', { userId: ann })]
    const { recent, announcementsReadAt } = given(
      ...events,
      recorded('PersonErased', { userId: ann, addressedIds: [] }),
    )

    expect(recent()).toEqual([])
    expect(announcementsReadAt()).toBeNull()
  })
})
