import type { CategoryBranch } from '#projections/facilities/categories.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import type { CategoryChoice } from '#schemas/resources/categories.ts'

/** Flattens a category tree, in tree order; each path names the ancestors too (D-34). */
export const categoryChoices = (tree: readonly CategoryBranch[]): CategoryChoice[] =>
  inTreeOrder(tree).map(({ node: { id, name, parent_id, expires_after_months }, level, above }) => {
    const path = [...above.map((each) => each.name), name].join(' / ')
    return { id, name, parent_id, depth: level, path, expires_after_months }
  })
