import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CategoryId, ClientId, SiteId } from '../ids.ts'
import { TrashEntry } from './trash.ts'

/** The records that would go to the trash with a record, if it were deleted now. */
export const Deletion = z.object({ contents: TrashEntry.shape.contents }).meta({ id: 'Deletion' })
export type Deletion = z.infer<typeof Deletion>

/** A category's files stay, and lose it (D-10). */
export const CategoryDeletion = Deletion.extend({
  /** Files with the category or one below it. */
  file_count: z.int().min(0),
}).meta({ id: 'CategoryDeletion' })
export type CategoryDeletion = z.infer<typeof CategoryDeletion>

export const showClientDeletion = endpoint('GET /api/client/{id}/deletion', {
  summary: 'What would be deleted with a client',
  access: 'clients.delete',
  params: z.object({ id: ClientId }),
  response: Deletion,
})

export const showSiteDeletion = endpoint('GET /api/site/{id}/deletion', {
  summary: 'What would be deleted with a site',
  access: 'sites.delete',
  params: z.object({ id: SiteId }),
  response: Deletion,
})

export const showCategoryDeletion = endpoint('GET /api/category/{id}/deletion', {
  summary: 'What would be deleted with a category, and how many files would lose it',
  access: 'categories.delete',
  params: z.object({ id: CategoryId }),
  response: CategoryDeletion,
})
