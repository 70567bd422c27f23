import { z } from 'zod'
import { days } from '#schemas/calls/arrangement.ts'
import { PageQuery } from '#schemas/calls/page.ts'
import { resources } from '#schemas/nouns.ts'
import { mostRestored } from '#schemas/records/trash.ts'
import { endpoint } from '../endpoint.ts'
import { ImportId, TrashId, UserId } from '../ids.ts'
import { SearchText } from './search.ts'

/** An entry of the trash: what was deleted, and is restored, as one (D-10). */
export const TrashEntry = z
  .object({
    id: TrashId,
    /** The deleted record: its resource, id and name; the id is null where one act deleted several, such as an undone import. */
    resource: z.enum(resources),
    record_id: z.uuid().nullable(),
    name: z.string(),
    /**
     * The number of deleted records of each resource, the record itself included; resources without any are left out.
     */
    contents: z.partialRecord(z.enum(resources), z.int().min(1)),
    deleted_at: z.iso.datetime(),
    deleted_by_user: z.object({ name: z.string().nullable() }),
    /** When it is purged. */
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'TrashEntry' })
export type TrashEntry = z.infer<typeof TrashEntry>

/** A record in an entry of the trash, and where it lay. */
export const TrashRecord = z.object({
  resource: z.enum(resources),
  id: z.uuid(),
  name: z.string(),
  site_name: z.string().nullable(),
  client_name: z.string().nullable(),
})
export type TrashRecord = z.infer<typeof TrashRecord>

const TrashQuery = PageQuery.extend({
  search: SearchText.optional().meta({
    description: 'Those in whose name, or in that of a record in them, every word occurs.',
  }),
  resource: z
    .enum(resources, 'The selected resource is invalid.')
    .optional()
    .meta({ description: 'Those with a record of this kind that was deleted itself.' }),
  deleted_by: UserId.optional().meta({ description: 'Those that one user has deleted.' }),
  import: ImportId.optional().meta({ description: 'That of what the undoing of one import has deleted.' }),
  ...days('deleted'),
}).refine(({ from, to }) => !from || !to || from <= to, {
  path: ['to'],
  error: 'The last day must not be before the first day.',
})

export const listTrash = endpoint('GET /api/trash', {
  past: true,
  summary: 'What was deleted in the last 30 days and the caller may restore, an entry an act, latest first',
  access: 'signed-in',
  caller: { needsPlan: true, byToken: true },
  query: TrashQuery,
  response: z.array(TrashEntry),
})

export const listTrashContents = endpoint('GET /api/trash/{id}/contents', {
  past: true,
  summary: 'The records in one entry of the trash: those that were deleted, and what lay in them',
  access: 'signed-in',
  caller: { needsPlan: true, byToken: true },
  params: z.object({ id: TrashId }),
  query: PageQuery,
  response: z.array(TrashRecord),
})

/** The rights and the progress of restoring. */
const restoring = {
  access: 'signed-in',
  caller: { needsPlan: true, impersonated: 'Records are restored, each by its own ability.', byToken: true },
  transport: { progress: true },
} as const

const tellsProgress =
  'With `Accept: application/x-ndjson` the answer is lines that tell the progress, the last of which is the outcome.'

export const restoreTrash = endpoint('POST /api/trash/{id}/restore', {
  ...restoring,
  summary: 'Restore what one act deleted, with everything that went with it',
  about: tellsProgress,
  params: z.object({ id: TrashId }),
  response: TrashEntry,
})

const someEntries = `Please choose from 1 to ${mostRestored} entries of the trash.`

export const restoreSeveral = endpoint('POST /api/trash/restore', {
  ...restoring,
  summary: 'Restore several entries of the trash, each as a whole or not at all',
  about: `The latest deletion is restored first. What could not be restored is named with the reason. ${tellsProgress}`,
  body: z.object({
    ids: z
      .array(TrashId, someEntries)
      .min(1, someEntries)
      .max(mostRestored, someEntries)
      .transform((ids) => [...new Set(ids)]),
  }),
  response: z.object({
    restored: z.array(TrashEntry),
    /** Those that stay, with the reason; the name is null of one that the caller does not see. */
    left: z.array(z.object({ id: TrashId, name: z.string().nullable(), message: z.string() })),
  }),
})
