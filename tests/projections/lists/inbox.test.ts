import { v7 as newUuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyEvent } from '#projections/engine/projection.ts'
import { openForWriting, type ReadDb } from '#projections/engine/read-db.ts'
import { inbox, inboxQueries } from '#projections/lists/inbox.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { NotificationId, type UserId } from '#schemas/ids.ts'
import { newUserId } from '#tests/support/new-ids.ts'
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
  let db: ReadDb
  const given = (...events: RecordedEvent[]) => {
    for (const event of events) applyEvent(inbox, db, event)
  }
  const recent = (userId: UserId = ann) => inboxQueries(db).recent(userId, 8)

  beforeEach(() => {
    db = openForWriting(':memory:', inbox)
  })
  afterEach(() => db.close())

  test('shows every unread notification and the eight newest read ones, newest first', () => {
    const all = ids(30)
    given(...all.map((id, minute) => sent(id, minute)), read(...all.slice(0, 15)))

    expect(recent().map(({ id }) => id)).toEqual(all.slice(7).reverse())
    expect(recent().filter((row) => row.read === 0)).toHaveLength(15)
  })

  test("does not show other users' notifications", () => {
    const [id = NotificationId.parse(newUuid())] = ids(1)
    given(sent(id, 0))

    expect(recent(newUserId())).toEqual([])
  })

  test('is the same after a replay', () => {
    const [id = NotificationId.parse(newUuid())] = ids(1)
    const events = [sent(id, 0), read(id)]

    given(...events, ...events)

    expect(recent()).toMatchObject([{ id, read: 1 }])
  })

  test('stores when the announcements were last read', () => {
    expect(inboxQueries(db).announcementsReadAt(ann)).toBeNull()

    given(
      recorded('AnnouncementsRead', { userId: ann }, { at: '2026-03-01T10:00:00.000Z' }),
      recorded('AnnouncementsRead', { userId: ann }, { at: '2026-03-02T10:00:00.000Z' }),
    )

    expect(inboxQueries(db).announcementsReadAt(ann)).toBe('2026-03-02T10:00:00.000Z')
  })

  test('stores nothing about an erased person', () => {
    given(...ids(2).map((id) => sent(id, 0)), recorded('AnnouncementsRead', { userId: ann }))

    given(recorded('PersonErased', { userId: ann, addressedIds: [] }))

    expect(recent()).toEqual([])
    expect(inboxQueries(db).announcementsReadAt(ann)).toBeNull()
  })
})
