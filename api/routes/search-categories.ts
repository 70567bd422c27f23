import type { CategoryBranch } from '#projections/categories.ts'
import { searchable } from '#projections/search/items.ts'
import { wordsOf } from '#projections/search/words.ts'
import type { CategoryId } from '#schemas/ids.ts'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import { categoryChoices } from './category-choices.ts'

/** The categories whose path holds every word, in tree order; all of them for a blank query. A team has few. */
export const categoriesWith = (tree: readonly CategoryBranch[], query: string): CategoryChoice[] => {
  const { all } = wordsOf(query)
  return categoryChoices(tree).filter(({ path }) => {
    const folded = searchable(path)
    return all.every((word) => folded.includes(word))
  })
}

/** Whether the name alone holds every word, without the names above it. */
export const isInName = ({ name }: CategoryChoice, query: string): boolean => {
  const folded = searchable(name)
  return wordsOf(query).all.every((word) => folded.includes(word))
}

const idsIn = ({ id, children }: CategoryBranch): CategoryId[] => [id, ...children.flatMap(idsIn)]

/** A category and everything below it; none where there is no such category. */
export const idsBelow = (tree: readonly CategoryBranch[], id: CategoryId): CategoryId[] =>
  tree.flatMap((branch) => (branch.id === id ? idsIn(branch) : idsBelow(branch.children, id)))
