import { categoryIn } from '#api/domain/category-branches.ts'
import { type CategoryTree, categoryTreeDecider } from '#api/domain/category-tree.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryTreeStream } from '#api/event-store/streams.ts'
import { invalidField } from '#api/http/problem.ts'
import { sortName } from '#projections/engine/fold.ts'
import type { CategoryId, TeamId } from '#schemas/ids.ts'

type Tree = Pick<CategoryTree, 'roots'>

/** Loads the category tree of a team from the log. */
export const treeOf = (ledger: Ledger, teamId: TeamId): Promise<CategoryTree> =>
  load(ledger, categoryTreeDecider, categoryTreeStream(teamId))

/** Those of the categories that are not in the trash, sorted by name, as they are shown on a file. */
export const namedCategories = ({ roots }: Tree, ids: readonly CategoryId[]) => {
  const named = ids.flatMap((id) => {
    const found = categoryIn(roots, id)
    return found ? [{ id, name: found.node.name, order: sortName(found.node.name) + id }] : []
  })
  return named.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ id, name }) => ({ id, name }))
}

/** Throws 422 under `field` if the team does not have one of the categories. */
export const requireCategories = ({ roots }: Tree, ids: readonly CategoryId[], field = 'categories'): void => {
  if (ids.every((id) => categoryIn(roots, id))) return
  throw invalidField(field, 'The selected category is invalid.')
}

/** The wanted categories, plus the file's own that are in the trash: the user could not see and remove them (D-10). */
export const withHidden = (
  { roots }: Tree,
  had: readonly CategoryId[],
  wanted: readonly CategoryId[],
): CategoryId[] => [...wanted, ...had.filter((id) => !categoryIn(roots, id))]
