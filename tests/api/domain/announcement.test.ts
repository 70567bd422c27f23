import { v7 as newUuid } from 'uuid'
import { describe, test } from 'vitest'
import { announcementDecider } from '#api/domain/announcement.ts'
import { AnnouncementId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'

const given = deciding(announcementDecider)

describe('an announcement', () => {
  const announcementId = AnnouncementId.parse(newUuid())
  const words = { body: 'New: **search**', actionText: 'Read more', actionUrl: '/dashboard' }
  const published = { type: 'AnnouncementPublished', data: { announcementId, ...words } } as const
  const removed = { type: 'AnnouncementRemoved', data: { announcementId } } as const
  const edit = { type: 'EditAnnouncement', announcementId, ...words, body: 'Newer' } as const

  test('is published once', () => {
    const publish = { type: 'PublishAnnouncement', announcementId, ...words } as const
    given().when(publish).then(published)
    given(published).when(publish).thenBreaks('id-taken')
  })

  test('is edited where something changes', () => {
    given(published)
      .when(edit)
      .then({ type: 'AnnouncementEdited', data: { announcementId, ...words, body: 'Newer' } })
    given(published)
      .when({ ...edit, body: words.body })
      .thenNothing()
  })

  test('is taken back, and is gone then', () => {
    const remove = { type: 'RemoveAnnouncement', announcementId } as const
    given(published).when(remove).then(removed)
    given(published, removed).when(remove).thenBreaks('announcement-not-found')
    given(published, removed).when(edit).thenBreaks('announcement-not-found')
    given().when(edit).thenBreaks('announcement-not-found')
  })
})
