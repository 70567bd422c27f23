import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { announcementDetails } from '../details/announcement.ts'
import { endpoint } from '../endpoint.ts'
import { AnnouncementId } from '../ids.ts'

/** An announcement of the operators to all users; `body` is Markdown without HTML. */
export const Announcement = z.object({
  id: AnnouncementId,
  icon: z.string(),
  ...announcementDetails.answered,
  created_at: z.iso.datetime(),
  revision: z.string(),
})
export type Announcement = z.infer<typeof Announcement>

type Action = { action_text?: string | null | undefined; action_url?: string | null | undefined }

/** Whether an action has exactly one of its two fields. */
const isHalf = (part: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(part?.trim()) && other !== undefined && !other?.trim()

export const actionTextMissing = 'The action text field is required when there is an action url.'
export const actionUrlMissing = 'The action url field is required when there is an action text.'

/**
 * Requires both fields of an action, or neither. The server checks a field that is not sent against the stored
 * announcement.
 */
const wholeAction = ({ value: { action_text, action_url }, issues }: z.core.ParsePayload<Action>) => {
  const missing = (field: string, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: undefined })
  if (isHalf(action_url, action_text)) missing('action_text', actionTextMissing)
  if (isHalf(action_text, action_url)) missing('action_url', actionUrlMissing)
}

const path = '/spark/kiosk/announcements'
const params = z.object({ id: AnnouncementId })

export const listAnnouncements = endpoint(`GET ${path}`, {
  summary: 'Announcements, newest first',
  access: 'operator',
  query: PageQuery,
  response: z.array(Announcement),
})

export const publishAnnouncement = endpoint(`POST ${path}`, {
  summary: 'Publish an announcement to everyone',
  access: 'operator',
  body: z.object(announcementDetails.added).check(wholeAction),
  response: Announcement,
  status: 201,
})

export const editAnnouncement = endpoint(`PUT ${path}/{id}`, {
  summary: 'Change what an announcement says',
  access: 'operator',
  params,
  body: z.object(announcementDetails.changed).check(wholeAction),
  response: Announcement,
})

export const removeAnnouncement = endpoint(`DELETE ${path}/{id}`, {
  summary: 'Take an announcement back',
  access: 'operator',
  params,
})
