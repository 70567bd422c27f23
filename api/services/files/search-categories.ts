import type { CategoryBranch } from '#projections/facilities/categories.ts'
import { searchable } from '#projections/search/items.ts'
import { wordsOf } from '#projections/search/words.ts'
import type { CategoryId } from '#schemas/ids.ts'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import { categoryChoices } from './category-choices.ts'

/** The categories whose path contains every word, in tree order; all for a blank query. A team has few categories. */
export const categoriesWith = (tree: readonly CategoryBranch[], query: string): CategoryChoice[] => {
  const { all } = wordsOf(query)
  return categoryChoices(tree).filter(({ path }) => {
    const folded = searchable(path)
    return all.every((word) => folded.includes(word))
  })
}

/** Whether the name alone contains every word, without the names of its ancestors. */
export const isInName = ({ name }: CategoryChoice, query: string): boolean => {
  const folded = searchable(name)
  return wordsOf(query).all.every((word) => folded.includes(word))
}

const idsIn = ({ id, children }: CategoryBranch): CategoryId[] => [id, ...children.flatMap(idsIn)]

/** The ids of a category and its descendants; empty if there is no such category. */
export const idsBelow = (tree: readonly CategoryBranch[], id: CategoryId): CategoryId[] =>
  tree.flatMap((branch) => (branch.id === id ? idsIn(branch) : idsBelow(branch.children, id)))
