import { z } from 'zod'
import { resources } from '#schemas/nouns.ts'
import { endpoint } from '../endpoint.ts'

const count = z.int().min(0)

/** The route also asks for all rights to create and to delete clients, sites, visits, files, documents and categories. */
const common = { access: 'import' } as const
const rights =
  'It needs the right to import, and the abilities to create and to delete clients, sites, visits, files, documents and categories, of the whole team. '
const lines =
  'With `Accept: application/x-ndjson` the answer is lines that tell the progress, the last of which is the outcome.'

export const showSample = endpoint('GET /api/sample', {
  ...common,
  summary: 'Whether the team has sample data, or may add it',
  about: rights.trim(),
  response: z.object({
    /** `adding` and `removing` also after an interruption, until the rest is done. */
    status: z.enum(['none', 'adding', 'added', 'removing', 'removed']),
    /** Whether it can be added: the team has no clients, documents or categories. */
    offered: z.boolean(),
  }),
})

export const addSample = endpoint('POST /api/sample', {
  ...common,
  summary: 'Add sample data to an empty team: a made-up firm to look around in',
  about: `${rights}Asked for twice, it is added once; what was interrupted goes on. A team that has clients, documents or categories is answered 409, and so is one whose plan has no room for the sites. ${lines}`,
  caller: { impersonated: 'Records are added and taken back.' },
  transport: { progress: true },
  response: z.object({
    clients: count,
    sites: count,
    visits: count,
    files: count,
    documents: count,
    categories: count,
  }),
})

const KeptRecord = z.object({
  kind: z.enum(resources),
  id: z.string(),
  name: z.string(),
})

export const undoSample = endpoint('POST /api/sample/undo', {
  ...common,
  summary: 'Remove the sample data, except what someone has worked on since',
  about: `${rights}Everything goes to the trash. Records that were changed since, or below which something was added, are kept and named; own fields that were changed, or of which a record that stays has a value, are kept as well. ${lines}`,
  caller: { impersonated: 'Records are added and taken back.' },
  transport: { progress: true },
  response: z.object({ deleted: count, kept: count, kept_records: z.array(KeptRecord) }),
})
