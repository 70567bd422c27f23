import { describe, expect, test } from 'vitest'
import { hasNewAnnouncement } from '#web/features/notifications/recent.ts'

const announcements = [{ created_at: '2026-03-02T10:00:00.000Z' }, { created_at: '2026-03-01T10:00:00.000Z' }]

describe('announcements', () => {
  test('[STATE2-35] are unread for a user who never read them', () => {
    expect(hasNewAnnouncement(announcements, null)).toBe(true)
  })

  test('[STATE2-36] are unread if one is newer than the last reading', () => {
    expect(hasNewAnnouncement(announcements, '2026-03-02T09:59:59.999Z')).toBe(true)
    expect(hasNewAnnouncement(announcements, '2026-03-02T10:00:00.000Z')).toBe(false)
  })

  test('that there are not cannot be unread', () => {
    expect(hasNewAnnouncement([], null)).toBe(false)
  })
})
