import type * as contracts from '#schemas/resources/notifications.ts'
import { call } from '#web/lib/call.ts'

export const recentNotifications = call<typeof contracts.recentNotifications>(
  'GET',
  '/api/notifications/recent',
  'signed-in',
)
export const readNotifications = call<typeof contracts.readNotifications>('PUT', '/notifications/read', 'signed-in', {
  response: 'empty',
})
export const readAnnouncements = call<typeof contracts.readAnnouncements>(
  'PUT',
  '/user/last-read-announcements-at',
  'signed-in',
  { response: 'empty' },
)
