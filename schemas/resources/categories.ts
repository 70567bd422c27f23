import { z } from 'zod'
import { Problem } from '#schemas/calls/problem.ts'
import { maxLevels } from '#schemas/records/category-tree.ts'
import { ShownRequirement } from '#schemas/records/requirement.ts'
import { optionalReference, Revision } from '#schemas/text/fields.ts'
import { categoryDetails } from '../details/category.ts'
import { endpoint } from '../endpoint.ts'
import { CategoryId } from '../ids.ts'

/** A category with its descendants; `children` is always present (D-34). */
export const Category = z
  .object({
    id: CategoryId,
    ...categoryDetails.answered,
    parent_id: CategoryId.nullable(),
    requirement: ShownRequirement.nullable(),
  })
  .extend({
    get children() {
      return z.array(Category)
    },
    revision: Revision,
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>

/** One option of a select: `depth` is the level from 1, `path` the names from the root, 'Fire / Alarms' (D-34). */
export const CategoryChoice = z.object({
  id: CategoryId,
  name: z.string(),
  parent_id: CategoryId.nullable(),
  depth: z.int().min(1).max(maxLevels),
  path: z.string(),
  expires_after_months: categoryDetails.answered.expires_after_months,
})
export type CategoryChoice = z.infer<typeof CategoryChoice>

/** A category in a sent tree: its id and its children; other fields are ignored (D-28). */
const CategoryPosition = z
  .object({
    id: CategoryId,
    get children() {
      return z.array(CategoryPosition).default([])
    },
  })
  .meta({ id: 'CategoryPlace' })

/**
 * The answer to a tree that lacks categories which others added, or holds deleted ones: 409, with the present tree
 * (D-28).
 */
export const StaleTree = Problem.extend({ categories: z.array(Category) })
export type StaleTree = z.infer<typeof StaleTree>

const one = z.object({ id: CategoryId })

/** The slug of a new category derives from its name. */
const { slug: _, ...added } = categoryDetails.added

export const listCategories = endpoint('GET /api/categories', {
  past: true,
  summary: 'Categories of the team, as a tree',
  access: 'categories.view',
  response: z.array(Category),
})

export const selectCategories = endpoint('GET /api/categories/select', {
  past: true,
  summary: 'Categories of the team as a flat list in tree order, to choose from',
  access: 'categories.view',
  response: z.array(CategoryChoice),
})

export const showCategory = endpoint('GET /api/category/{id}', {
  past: true,
  summary: 'One category with everything below it',
  access: 'categories.view',
  params: one,
  response: Category,
})

export const addCategory = endpoint('POST /api/category', {
  summary: 'Add a category, at the top or as the last one below another',
  access: 'categories.create',
  body: z.object({
    id: CategoryId.optional(),
    ...added,
    parent_id: optionalReference('parent', CategoryId),
  }),
  response: Category,
  status: 201,
})

export const updateCategory = endpoint('PUT /api/category/{id}', {
  summary: 'Change the name and slug of a category, and after how many months its files expire',
  access: 'categories.update',
  params: one,
  body: z.object(categoryDetails.changed),
  response: Category,
})

export const deleteCategory = endpoint('DELETE /api/category/{id}', {
  summary: 'Delete a category and everything below it; their files stay',
  access: 'categories.delete',
  params: one,
})

export const arrangeCategories = endpoint('PUT /api/categories', {
  summary: 'Replace the whole tree: the parent and the order of every category',
  about:
    'Every category of the team appears once, at most four levels deep. If somebody has added or deleted one in the ' +
    'meantime, the answer is a 409 whose `categories` hold the current tree.',
  access: 'categories.update',
  body: z.object({ categories: z.array(CategoryPosition, { error: 'The categories field is required.' }) }),
  response: z.array(Category),
})
