import type * as contracts from '#schemas/resources/announcements.ts'
import { call } from '#web/lib/call.ts'

export const listAnnouncements = call<typeof contracts.listAnnouncements>(
  'GET',
  '/spark/kiosk/announcements',
  'operator',
)
