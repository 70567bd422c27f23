import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { CategoryId, TeamId, TrashId } from '../ids.ts'

const category = { teamId: TeamId, categoryId: CategoryId }

/** Where a category is: under which other (null = at the top), and its place among the children there, from 0. */
const place = { parentId: CategoryId.nullable(), index: z.int().min(0) }

/** All of one team's categories, in one stream. */
export const categoryTreeEvents = {
  CategoryAdded: z.object({ ...category, ...place, name: z.string(), slug: z.string() }),
  CategoryUpdated: z.object({ ...category, name: z.string(), slug: z.string() }),
  /** Taken out of where it was, with all that is below it, and put in at this place. */
  CategoryMoved: z.object({ ...category, ...place }),
  /** `categoryIds` is everything that went with it, itself first, in tree order: one unit (D-10). */
  CategoryDeleted: z.object({ ...category, trashId: TrashId, categoryIds: z.array(CategoryId) }),
  /** With all that went with it, at this place; `slugs` are those that had to change, because others have them now. */
  CategoryRestored: z.object({ ...category, ...place, trashId: TrashId, slugs: z.record(CategoryId, z.string()) }),
  CategoryPurged: z.object({ ...category, trashId: TrashId }),
}
export type CategoryTreeEvent = EventOf<typeof categoryTreeEvents>

/** That an id is a category of one team and of no other, in a stream of its own (D-78). */
export const categoryIdEvents = {
  CategoryIdClaimed: z.object(category),
}
export type CategoryIdEvent = EventOf<typeof categoryIdEvents>
