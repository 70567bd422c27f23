import type { z } from 'zod'
import { requiredText } from '#schemas/text/fields.ts'
import { type DetailsOf, details, optionalTextDetail, requiredTextDetail } from './details.ts'

const tags = /<(?!https?:|mailto:)\/?[a-z!?][^>]*>?/gi
const scriptLinks = /\]\(\s*<?\s*(?:javascript|data|vbscript):[^)]*\)/gi

/**
 * Removes HTML and script links from Markdown (D-59). Removing one tag may form another, so it repeats until nothing
 * changes.
 */
export const plainMarkdown = (text: string): string => {
  const cleaned = text.replace(tags, '').replace(scriptLinks, '](#)')
  return cleaned === text ? text : plainMarkdown(cleaned)
}

/** A path of this product, or an absolute URL of the web. */
const isLink = (url: string | null | undefined): boolean => {
  if (!url || /^\/(?!\/)/.test(url)) return true
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

const asLink = <Url extends z.ZodType<string | null | undefined>>(url: Url) =>
  url.refine(isLink, 'The action url must be a valid address.')

const body = requiredText('body', 10_000)
  .transform(plainMarkdown)
  .refine((text) => text.trim() !== '', 'The body field is required.')

const url = optionalTextDetail('action url', 2000)

/** `body` is Markdown without HTML; the action has both of its fields or neither (D-59). */
export const announcementDetails = details({
  body: { ...requiredTextDetail('body'), added: body, changed: body },
  action_text: optionalTextDetail('action text'),
  action_url: { ...url, added: asLink(url.added), changed: asLink(url.changed) },
})
export type AnnouncementDetails = DetailsOf<typeof announcementDetails>
