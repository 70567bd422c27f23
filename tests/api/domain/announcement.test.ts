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
    given().decides(publish, published)
    given(published).refuses(publish, 'id-taken')
  })

  test('is edited where something changes', () => {
    given(published).decides(edit, { type: 'AnnouncementEdited', data: { announcementId, ...words, body: 'Newer' } })
    given(published).ignores({ ...edit, body: words.body })
  })

  test('keeps what an edit leaves out, and has both parts of its action or none', () => {
    const part = { type: 'EditAnnouncement', announcementId } as const
    given(published).decides(
      { ...part, body: 'Newer' },
      { type: 'AnnouncementEdited', data: { announcementId, ...words, body: 'Newer' } },
    )
    given(published).refuses({ ...part, action_text: null }, 'action-text-missing')
    given(published).refuses({ ...part, action_url: null }, 'action-url-missing')
    given(published).decides(
      { ...part, action_text: null, action_url: null },
      {
        type: 'AnnouncementEdited',
        data: { announcementId, body: words.body, action_text: null, action_url: null },
      },
    )
  })

  test('is removed, after which it does not exist', () => {
    const remove = { type: 'RemoveAnnouncement', announcementId } as const
    given(published).decides(remove, removed)
    given(published, removed).refuses(remove, 'announcement-not-found')
    given(published, removed).refuses(edit, 'announcement-not-found')
    given().refuses(edit, 'announcement-not-found')
  })
})
