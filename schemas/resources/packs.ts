import { z } from 'zod'
import { momentField } from '#schemas/calls/as-of.ts'
import { namedRecord } from '#schemas/calls/named-record.ts'
import { PageQuery } from '#schemas/calls/page.ts'
import { packPlaces, packVersions } from '#schemas/records/pack.ts'
import { requiredText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { PackId } from '../ids.ts'
import { Person } from './history.ts'

/** Files and the history of a place, and what shows that both are what the log says. */
export const Pack = z
  .object({
    id: PackId,
    within: z.string().meta({ description: '`client/ID`, `site/ID` or `visit/ID`.' }),
    name: z.string().meta({ description: 'What that is called now; empty where it was deleted.' }),
    as_of: z.iso.datetime(),
    state: z.enum(['waiting', 'reading', 'ready', 'failed', 'expired']),
    done: z.int().meta({ description: 'Contents that were read.' }),
    total: z.int().meta({ description: 'Contents that it reads; 0 while it waits.' }),
    bytes: z.int().nullable(),
    sha256: z.string().nullable().meta({ description: 'That of its MANIFEST.' }),
    differing: z
      .int()
      .nullable()
      .meta({ description: 'Contents that are gone, or are not what was uploaded; its files.csv names them.' }),
    by: Person.nullable(),
    reason: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable().meta({ description: 'Until when a ready one can be downloaded.' }),
  })
  .meta({ id: 'Pack' })
export type Pack = z.infer<typeof Pack>

const readers = { access: 'export', caller: { andBy: 'history.view' } } as const

export const orderPack = endpoint('POST /api/packs', {
  summary: 'Order an evidence pack of a client, a site or a visit: files, history, and what proves them',
  ...readers,
  past: false,
  limits: { slow: true },
  body: z.object({
    within: namedRecord('within', packPlaces).meta({ description: '`client/ID`, `site/ID` or `visit/ID`.' }),
    as_of: momentField('as of', 'The moment that it shows; left out, now').optional(),
    from: momentField('from', 'The moment that its history begins after; left out, the beginning').optional(),
    files: z.boolean({ error: 'The files field must be true or false.' }).default(true),
    versions: z.enum(packVersions, 'The selected versions is invalid.').default('of-the-day'),
    reason: requiredText('reason'),
  }),
  response: Pack,
  status: 202,
})

export const listPacks = endpoint('GET /api/packs', {
  summary: 'Evidence packs, newest first',
  ...readers,
  query: PageQuery,
  response: z.array(Pack),
})

const one = { params: z.object({ id: PackId }) }

export const showPack = endpoint('GET /api/packs/{id}', {
  summary: 'An evidence pack, and how far it is',
  ...readers,
  ...one,
  response: Pack,
})

export const downloadPack = endpoint('GET /api/packs/{id}/download', {
  summary: 'The bytes of an evidence pack, a zip file; goes on by `Range`',
  about: 'Its ETag is the SHA-256 of its MANIFEST. 409 while it is not ready, 410 once it has expired.',
  ...readers,
  ...one,
  caller: { ...readers.caller, recorded: 'content_read' },
  transport: { content: { types: ['application/zip'] } },
  response: 'content',
})

export const deletePack = endpoint('DELETE /api/packs/{id}', {
  summary: 'Delete an evidence pack, which cannot be downloaded any more',
  ...readers,
  ...one,
  past: false,
})
