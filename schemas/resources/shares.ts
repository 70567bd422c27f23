import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { mostOpenings, mostShareDays, proposedShareDays, sharedKinds } from '#schemas/limits/share-rules.ts'
import { fileTypes } from '#schemas/limits/upload-rules.ts'
import { drawnType } from '#schemas/records/picture-state.ts'
import { optionalReference, Revision } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId, FileId, ShareId, SiteId, VisitId } from '../ids.ts'

/** A share link in a response, without its secret, which is not stored. */
export const ShareLink = z
  .object({
    id: ShareId,
    kind: z.enum(sharedKinds),
    record_id: z.string().meta({ description: 'The file, visit, site or client that it is for.' }),
    name: z.string().meta({ description: 'That of the record.' }),
    site: z
      .object({ id: SiteId, name: z.string(), client_name: z.string() })
      .nullable()
      .meta({ description: 'Null where it is for a client.' }),
    client: z
      .object({ id: ClientId, name: z.string() })
      .optional()
      .meta({ description: 'Of links of the kind `compliance` alone.' }),
    locked: z.boolean().meta({ description: 'Whether it asks for a password.' }),
    max_openings: z.int().nullable().meta({ description: 'How often it can be opened in all; null: without a limit.' }),
    openings: z.int(),
    downloads: z.int(),
    last_opened_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime(),
    /** Paused: whoever made it may not share the record any more, or the team has its share links off. */
    state: z.enum(['open', 'used-up', 'paused']).meta({
      description:
        'used-up: opened as often as it may be; paused: its maker may not share the record at present, or the team has its share links off.',
    }),
    created_at: z.iso.datetime(),
    created_by_user: z.object({ name: z.string().nullable() }),
    revision: Revision,
  })
  .meta({ id: 'ShareLink' })
export type ShareLink = z.infer<typeof ShareLink>

const records = {
  kind: z
    .enum(sharedKinds, 'The selected kind is invalid.')
    .optional()
    .meta({ description: '`compliance`: what is required of a client or a site; left out: that of the record.' }),
  client_id: optionalReference('client', ClientId),
  file_id: optionalReference('file', FileId),
  visit_id: optionalReference('visit', VisitId),
  site_id: optionalReference('site', SiteId),
}

/** What a request names. */
export type NamedRecord = z.output<z.ZodObject<typeof records>>

const many = ({ client_id, file_id, visit_id, site_id }: NamedRecord): number =>
  [client_id, file_id, visit_id, site_id].filter((each) => each !== null).length

const isKind = ({ kind, client_id, file_id, visit_id, site_id }: NamedRecord): boolean => {
  if (kind === 'compliance') return file_id === null && visit_id === null
  const named = { file: file_id, visit: visit_id, site: site_id }
  return client_id === null && (kind === undefined || named[kind] !== null)
}
const wrongKind = { path: ['kind'], error: 'The selected kind is invalid.' }

export const listShares = endpoint('GET /api/shares', {
  past: true,
  summary: 'Share links that have not ended, newest first, of the team or of one record',
  access: 'share',
  caller: { orBy: 'history.view' },
  query: PageQuery.extend(records)
    .refine((query) => many(query) <= 1, {
      path: ['file_id'],
      error: 'Please name one record at most.',
    })
    .refine(isKind, wrongKind),
  response: z.array(ShareLink),
})

const days = 'The number of days must be from 1 to 365.'
const openings = `The number of openings must be from 1 to ${mostOpenings}.`

/** The only response with the link itself. */
export const createShare = endpoint('POST /api/share', {
  summary: 'Make a share link for a file, a visit, a site or a table of compliance; the link is answered this once',
  about: 'Anyone with the link sees the record and downloads its files, without an account, while whoever made it may.',
  access: 'share',
  body: z
    .object({
      ...records,
      expires_in_days: z
        .int({ error: days })
        .min(1, days)
        .max(mostShareDays, days)
        .default(proposedShareDays)
        .meta({ description: `Days until it ends; left out: ${proposedShareDays}.` }),
      password: z
        .string({ error: 'The password must be text.' })
        .refine((text) => text === '' || text.length >= 8, 'The password must be at least 8 characters.')
        .max(255, 'The password may not be greater than 255 characters.')
        .nullish()
        .transform((text) => text || null)
        .meta({ description: 'Left out, null or empty: none.' }),
      max_openings: z
        .int({ error: openings })
        .min(1, openings)
        .max(mostOpenings, openings)
        .nullish()
        .transform((limit) => limit ?? null)
        .meta({ description: 'How often it can be opened in all; left out or null: without a limit.' }),
    })
    .refine((body) => many(body) === 1, { path: ['file_id'], error: 'Please name a file, a visit or a site.' })
    .refine(isKind, wrongKind),
  response: ShareLink.extend({ url: z.string() }),
  status: 201,
})

export const revokeShare = endpoint('DELETE /api/share/{id}', {
  summary: 'Revoke a share link for ever, at once',
  access: 'share',
  params: z.object({ id: ShareId }),
})

/** Where the pages of share links are; no session counts for anything there. */
export const sharePages = '/share/'

const secret = z.string().max(100)
const page = { access: 'public', caller: { byLink: true }, response: 'content' } as const
const html = { types: ['text/html'] }

export const openShare = endpoint(`GET ${sharePages}{secret}`, {
  ...page,
  summary: 'The page of a share link, or the question for its password',
  params: z.object({ secret }),
  query: PageQuery.pick({ cursor: true }),
  transport: { content: html },
})

export const unlockShare = endpoint(`POST ${sharePages}{secret}`, {
  ...page,
  summary: 'Open a share link that has a password or a limit of openings; redirects to its page',
  params: z.object({ secret }),
  transport: { form: true, content: html },
  limits: { maxBytes: 4096 },
  body: z.object({ password: z.string().max(255).default('') }),
})

const file = z.object({ secret, id: FileId })

export const downloadSharedFile = endpoint(`GET ${sharePages}{secret}/{id}/download`, {
  ...page,
  summary: 'The content of a shared file, to be saved',
  params: file,
  transport: { content: { types: fileTypes } },
})

export const downloadSharedFiles = endpoint(`GET ${sharePages}{secret}/zip`, {
  ...page,
  summary: 'The files of a share link, the newest 1,000 at most, as one zip file',
  params: z.object({ secret }),
  transport: { content: { types: ['application/zip'] } },
})

export const sharedThumbnail = endpoint(`GET ${sharePages}{secret}/{id}/thumbnail`, {
  ...page,
  summary: 'The thumbnail of a shared file, WebP',
  params: file,
  transport: { content: { types: [drawnType] } },
})
