import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { optionalText, requiredText } from '../fields.ts'
import { AnnouncementId } from '../ids.ts'
import { plainMarkdown } from '../markdown.ts'
import { PageQuery } from '../page.ts'

/** What the operators tell everybody (ENT2-24); `body` is Markdown without HTML. */
export const Announcement = z.object({
  id: AnnouncementId,
  icon: z.string(),
  body: z.string(),
  action_text: z.string().nullable(),
  action_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  revision: z.string(),
})
export type Announcement = z.infer<typeof Announcement>

/** An address to open: of this product, or a whole one of the web. */
const isLink = (url: string): boolean => {
  if (/^\/(?!\/)/.test(url)) return true
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

const given = (text: string | null | undefined): boolean => Boolean(text?.trim())

const Words = z
  .object({
    body: requiredText('body', 10_000)
      .transform(plainMarkdown)
      .refine((text) => text.trim() !== '', 'The body field is required.'),
    action_text: optionalText('action text'),
    action_url: optionalText('action url', 2000).refine(
      (url) => url === null || isLink(url),
      'The action url must be a valid address.',
    ),
  })
  .refine(({ action_text, action_url }) => !given(action_url) || given(action_text), {
    path: ['action_text'],
    error: 'The action text field is required when there is an action url.',
  })
  .refine(({ action_text, action_url }) => !given(action_text) || given(action_url), {
    path: ['action_url'],
    error: 'The action url field is required when there is an action text.',
  })

const path = '/spark/kiosk/announcements'
const params = z.object({ id: AnnouncementId })

export const listAnnouncements = endpoint({
  method: 'GET',
  path,
  summary: 'Announcements, newest first',
  access: 'operator',
  query: PageQuery,
  response: z.array(Announcement),
  status: 200,
})

export const publishAnnouncement = endpoint({
  method: 'POST',
  path,
  summary: 'Tell everybody something',
  access: 'operator',
  body: Words,
  response: Announcement,
  status: 201,
})

export const editAnnouncement = endpoint({
  method: 'PUT',
  path: `${path}/{id}`,
  summary: 'Change what an announcement says',
  access: 'operator',
  params,
  body: Words,
  response: Announcement,
  status: 200,
})

export const removeAnnouncement = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Take an announcement back',
  access: 'operator',
  params,
  response: 'empty',
  status: 204,
})
