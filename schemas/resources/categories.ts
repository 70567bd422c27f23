import { z } from 'zod'
import { mostLevels } from '../category-tree.ts'
import { endpoint } from '../endpoint.ts'
import { optionalReference, Revision, requiredText } from '../fields.ts'
import { CategoryId } from '../ids.ts'
import { Problem } from '../problem.ts'
import { slugPattern } from '../team-slug.ts'

/** A category with everything below it (ENT-08); `children` is always there (D-34). */
export const Category = z
  .object({
    id: CategoryId,
    name: z.string(),
    slug: z.string(),
    parent_id: CategoryId.nullable(),
    get children() {
      return z.array(Category)
    },
    revision: Revision,
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>

/** One line of a select: `depth` is the level from 1, `path` the names from the top, 'Fire / Alarms' (D-34). */
export const CategoryChoice = z.object({
  id: CategoryId,
  name: z.string(),
  parent_id: CategoryId.nullable(),
  depth: z.int().min(1).max(mostLevels),
  path: z.string(),
})
export type CategoryChoice = z.infer<typeof CategoryChoice>

/** A category as the whole tree is sent: which one, and what is below it; anything else about it is ignored (D-28). */
const CategoryPlace = z
  .object({
    id: CategoryId,
    get children() {
      return z.array(CategoryPlace).default([])
    },
  })
  .meta({ id: 'CategoryPlace' })

/** The answer to a tree that was saved after others had added or deleted: 409, with the tree as it is now (D-28). */
export const StaleTree = Problem.extend({ categories: z.array(Category) })
export type StaleTree = z.infer<typeof StaleTree>

const one = z.object({ id: CategoryId })

const categorySlug = requiredText('slug').regex(
  slugPattern,
  'The slug may only contain letters, numbers, dashes and underscores.',
)

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  summary: 'Categories of the team, as a tree',
  access: 'categories.view',
  response: z.array(Category),
  status: 200,
})

export const selectCategories = endpoint({
  method: 'GET',
  path: '/api/categories/select',
  summary: 'Categories of the team as a flat list in tree order, to choose from',
  access: 'categories.view',
  response: z.array(CategoryChoice),
  status: 200,
})

export const showCategory = endpoint({
  method: 'GET',
  path: '/api/category/{id}',
  summary: 'One category with everything below it',
  access: 'categories.view',
  params: one,
  response: Category,
  status: 200,
})

export const addCategory = endpoint({
  method: 'POST',
  path: '/api/category',
  summary: 'Add a category, at the top or as the last one below another',
  access: 'categories.create',
  body: z.object({
    id: CategoryId.optional(),
    name: requiredText('name'),
    parent_id: optionalReference('parent', CategoryId),
  }),
  response: Category,
  status: 201,
})

export const updateCategory = endpoint({
  method: 'PUT',
  path: '/api/category/{id}',
  summary: 'Change the name and slug of a category',
  access: 'categories.update',
  params: one,
  body: z.object({ name: requiredText('name'), slug: categorySlug }),
  response: Category,
  status: 200,
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/api/category/{id}',
  summary: 'Delete a category and everything below it; their files stay',
  access: 'categories.delete',
  params: one,
  response: 'empty',
  status: 204,
})

export const arrangeCategories = endpoint({
  method: 'PUT',
  path: '/api/categories',
  summary: 'Save the whole tree after a move: who is below whom, in which order',
  about:
    'Every category of the team once, at most four levels deep. Where others have added or deleted some meanwhile it is ' +
    'a 409 that holds `categories`, the tree of now, beside its message.',
  access: 'categories.update',
  body: z.object({ categories: z.array(CategoryPlace, { error: 'The categories field is required.' }) }),
  response: z.array(Category),
  status: 200,
})
