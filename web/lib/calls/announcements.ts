import type * as contracts from '#schemas/resources/announcements.ts'
import { call } from '#web/lib/call.ts'

export const listAnnouncements = call<typeof contracts.listAnnouncements>(
  'GET',
  '/spark/kiosk/announcements',
  'operator',
)
export const publishAnnouncement = call<typeof contracts.publishAnnouncement>(
  'POST',
  '/spark/kiosk/announcements',
  'operator',
)
export const editAnnouncement = call<typeof contracts.editAnnouncement>(
  'PUT',
  '/spark/kiosk/announcements/{id}',
  'operator',
)
export const removeAnnouncement = call<typeof contracts.removeAnnouncement>(
  'DELETE',
  '/spark/kiosk/announcements/{id}',
  'operator',
  { response: 'empty' },
)
