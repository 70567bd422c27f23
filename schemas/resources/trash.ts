import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { resources } from '#schemas/nouns.ts'
import { endpoint } from '../endpoint.ts'
import { TrashId } from '../ids.ts'

/** An entry of the trash: what was deleted, and is restored, as one (D-10). */
export const TrashEntry = z
  .object({
    id: TrashId,
    /** The deleted record: its resource, id (null if several files were deleted by one command) and name. */
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

export const listTrash = endpoint('GET /api/trash', {
  summary: 'Records of the last 30 days that the caller may restore, most recently deleted first',
  access: 'signed-in',
  caller: { needsPlan: true, byToken: true },
  query: PageQuery,
  response: z.array(TrashEntry),
})

export const restoreTrash = endpoint('POST /api/trash/{id}/restore', {
  summary: 'Restore a deleted record, with everything that was deleted with it',
  access: 'signed-in',
  caller: { needsPlan: true, impersonated: 'Records are restored, each by its own ability.', byToken: true },
  params: z.object({ id: TrashId }),
  response: TrashEntry,
})
