import { z } from 'zod'
import { resources } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { TrashId } from '../ids.ts'
import { PageQuery } from '../page.ts'

/** Days that what was deleted can be restored (D-10). */
export const daysInTrash = 30

/** What was deleted as one and is restored as one (D-10). */
export const TrashEntry = z
  .object({
    id: TrashId,
    /** What was deleted: the kind of thing, which one (null where several files were deleted in one go), and its name. */
    resource: z.enum(resources),
    record_id: z.uuid().nullable(),
    name: z.string(),
    /** How many things came into the trash by it, itself included, by kind; kinds without any are left out. */
    contents: z.partialRecord(z.enum(resources), z.int().min(1)),
    deleted_at: z.iso.datetime(),
    deleted_by_user: z.object({ name: z.string().nullable() }),
    /** When it is removed for ever. */
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'TrashEntry' })
export type TrashEntry = z.infer<typeof TrashEntry>

export const listTrash = endpoint({
  method: 'GET',
  path: '/api/trash',
  summary: 'What was deleted in the last 30 days and the caller may delete, newest first',
  access: 'signed-in',
  byToken: true,
  query: PageQuery,
  response: z.array(TrashEntry),
  status: 200,
})

export const restoreTrash = endpoint({
  method: 'POST',
  path: '/api/trash/{id}/restore',
  summary: 'Restore what was deleted, with everything that went with it',
  access: 'signed-in',
  byToken: true,
  params: z.object({ id: TrashId }),
  response: TrashEntry,
  status: 200,
})
