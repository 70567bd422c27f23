import { v7 as newUuid } from 'uuid'
import { describe, test } from 'vitest'
import { announcementDecider } from '#api/domain/announcement.ts'
import { AnnouncementId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'

const given = deciding(announcementDecider)

describe('an announcement', () => {
  const announcementId = AnnouncementId.parse(newUuid())
  const words = { body: 'New: **search**', action_text: 'Read more', action_url: '/dashboard' }
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

  test('keeps what an edit leaves out, and has both parts of its action or none', () => {
    const part = { type: 'EditAnnouncement', announcementId } as const
    given(published)
      .when({ ...part, body: 'Newer' })
      .then({ type: 'AnnouncementEdited', data: { announcementId, ...words, body: 'Newer' } })
    given(published)
      .when({ ...part, action_text: null })
      .thenBreaks('action-text-missing')
    given(published)
      .when({ ...part, action_url: null })
      .thenBreaks('action-url-missing')
    given(published)
      .when({ ...part, action_text: null, action_url: null })
      .then({
        type: 'AnnouncementEdited',
        data: { announcementId, body: words.body, action_text: null, action_url: null },
      })
  })

  test('is removed, after which it does not exist', () => {
    const remove = { type: 'RemoveAnnouncement', announcementId } as const
    given(published).when(remove).then(removed)
    given(published, removed).when(remove).thenBreaks('announcement-not-found')
    given(published, removed).when(edit).thenBreaks('announcement-not-found')
    given().when(edit).thenBreaks('announcement-not-found')
  })
})
