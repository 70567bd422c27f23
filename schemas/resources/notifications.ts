import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { NotificationId } from '../ids.ts'
import { Announcement } from './announcements.ts'

/**
 * One notification of a user (D-60). `creator` is the person who caused it, unless there is none or they are erased.
 */
export const Notification = z.object({
  id: NotificationId,
  read: z.boolean(),
  icon: z.string(),
  body: z.string(),
  action_text: z.string().nullable(),
  action_url: z.string().nullable(),
  creator: z.object({ name: z.string(), photo_url: z.string().nullable() }).nullable(),
  created_at: z.iso.datetime(),
})
export type Notification = z.infer<typeof Notification>

/** The maximum number of read notifications, and of announcements, in a response (D-08). */
export const newestShown = 8

export const recentNotifications = endpoint('GET /api/notifications/recent', {
  summary: 'Unread notifications, the newest read ones, and the newest announcements',
  access: 'signed-in',
  response: z.object({ announcements: z.array(Announcement), notifications: z.array(Notification) }),
})

export const readNotifications = endpoint('PUT /notifications/read', {
  summary: 'Mark notifications as read',
  access: 'signed-in',
  caller: { impersonated: 'What is marked as read stays in its list.' },
  body: z.object({
    notifications: z.array(NotificationId, { error: 'The notifications field is required.' }).max(1000),
  }),
})

export const readAnnouncements = endpoint('PUT /user/last-read-announcements-at', {
  summary: 'Mark every announcement of this moment as read',
  access: 'signed-in',
  caller: { impersonated: 'What is marked as read stays in its list.' },
})
