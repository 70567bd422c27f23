import { z } from 'zod'
import { categoryDetails } from '../details/category.ts'
import type { EventOf } from '../event.ts'
import { CategoryId, TeamId, TrashId } from '../ids.ts'
import { Requirement } from '../records/requirement.ts'

const category = { teamId: TeamId, categoryId: CategoryId }

/** The position of a category: its parent (null = top level), and its index among the children there, from 0. */
const position = { parentId: CategoryId.nullable(), index: z.int().min(0) }

/** All categories of one team, in one stream. */
export const categoryTreeEvents = {
  CategoryAdded: z.object({ ...category, ...position, ...categoryDetails.recorded }),
  CategoryUpdated: z.object({ ...category, ...categoryDetails.recorded }),
  /** The category was moved to this position with all its descendants. */
  CategoryMoved: z.object({ ...category, ...position }),
  /** `categoryIds` are the category and its deleted descendants in tree order, which are restored as one (D-10). */
  CategoryDeleted: z.object({ ...category, trashId: TrashId, categoryIds: z.array(CategoryId) }),
  /**
   * The category was restored with its descendants at this position; `slugs` are the new slugs of those whose former
   * slug is taken.
   */
  CategoryRestored: z.object({ ...category, ...position, trashId: TrashId, slugs: z.record(CategoryId, z.string()) }),
  CategoryPurged: z.object({ ...category, trashId: TrashId }),
  /** These sites must have a file of the category, or of one below it, from now on (D-122). */
  CategoryRequired: z.object({ ...category, requirement: Requirement }),
  CategoryRequirementRemoved: z.object(category),
}
export type CategoryTreeEvent = EventOf<typeof categoryTreeEvents>

/** The ownership of a category id by one team, in a stream of its own (D-78). */
export const categoryIdEvents = {
  CategoryIdClaimed: z.object(category),
}
export type CategoryIdEvent = EventOf<typeof categoryIdEvents>
