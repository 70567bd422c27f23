import { v7 as newUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { announcementQueries, announcements } from '#projections/lists/announcements.ts'
import { PageQuery } from '#schemas/calls/page.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { AnnouncementId } from '#schemas/ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const newId = () => AnnouncementId.parse(newUuid())
const words = { body: 'New', action_text: null, action_url: null }
const published = (announcementId: AnnouncementId, day: number) =>
  recorded('AnnouncementPublished', { announcementId, ...words }, { at: `2026-03-0${day}T10:00:00.000Z` })

describe('announcements', () => {
  const given = (...events: RecordedEvent[]) => announcementQueries(projected(announcements, events))

  test('are listed newest first, page by page', () => {
    const one = newId()
    const two = newId()
    const three = newId()
    const { list, newest } = given(published(two, 2), published(one, 1), published(three, 3))

    const first = list(PageQuery.parse({ limit: 2 }))
    const second = list(PageQuery.parse({ limit: 2, cursor: first.next ?? undefined }))

    expect(first.rows.map(({ id }) => id)).toEqual([three, two])
    expect(first.total).toBe(3)
    expect(second.rows.map(({ id }) => id)).toEqual([one])
    expect(newest(1).map(({ id }) => id)).toEqual([three])
  })

  test('keep their date when edited and disappear when removed, also after a replay', () => {
    const one = newId()
    const two = newId()
    const events = [
      published(one, 1),
      published(two, 2),
      recorded('AnnouncementEdited', { announcementId: one, ...words, body: 'Newer' }, { revision: 1n }),
      recorded('AnnouncementRemoved', { announcementId: two }),
    ]

    expect(given(...events, ...events).newest(8)).toMatchObject([
      { id: one, body: 'Newer', created_at: '2026-03-01T10:00:00.000Z', revision: '1' },
    ])
  })
})
