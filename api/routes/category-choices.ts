import type { CategoryBranch } from '#projections/categories.ts'
import { inTreeOrder } from '#schemas/category-tree.ts'
import type { CategoryChoice } from '#schemas/resources/categories.ts'

/** Every category of a tree as one line, in tree order, named with what stands above it (D-34). */
export const categoryChoices = (tree: readonly CategoryBranch[]): CategoryChoice[] =>
  inTreeOrder(tree).map(({ node: { id, name, parent_id }, level, above }) => {
    const path = [...above.map((each) => each.name), name].join(' / ')
    return { id, name, parent_id, depth: level, path }
  })
