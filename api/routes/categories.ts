import { type Category as Branch, categoryIn } from '#api/domain/category-branches.ts'
import { type CategoryTree, type CategoryTreeCommand, categoryTreeDecider } from '#api/domain/category-tree.ts'
import { categoryIdDecider } from '#api/domain/reservation.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle, load, type Seen } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryIdStream, categoryTreeStream } from '#api/event-store/streams.ts'
import { deleted, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { HttpProblem } from '#api/http/problem.ts'
import { refusalOf } from '#api/http/refusals.ts'
import { type Route, route } from '#api/http/route.ts'
import { categoryChoices } from '#api/services/files/category-choices.ts'
import { categoriesWith } from '#api/services/files/search-categories.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import type { CategoryQueries } from '#projections/facilities/categories.ts'
import { categoryDetails } from '#schemas/details/category.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CategoryId, type TeamId } from '#schemas/ids.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import {
  addCategory,
  arrangeCategories,
  type Category,
  deleteCategory,
  listCategories,
  type StaleTree,
  selectCategories,
  showCategory,
  updateCategory,
} from '#schemas/resources/categories.ts'
import { searchCategories } from '#schemas/resources/search.ts'

const present = ({ revision, children, ...details }: Branch, parentId: CategoryId | null): Category => ({
  ...details,
  parent_id: parentId,
  children: children.map((child) => present(child, details.id)),
  revision: String(revision),
})

/** Presents a category tree that was loaded from the log. */
const presentCategories = (roots: CategoryTree['roots']): Category[] => roots.map((root) => present(root, null))

/** Presents one category of that tree with its descendants, as its command wrote it. */
const presentCategory = ({ roots }: CategoryTree, id: CategoryId): Category => {
  const { node, above } = orNotFound(categoryIn(roots, id))
  return present(node, above.at(-1)?.id ?? null)
}

export const categoryRoutes = (categories: CategoryQueries): Route[] => {
  const change = (ledger: Ledger, command: CategoryTreeCommand, context: CommandContext, seen?: Seen<CategoryTree>) =>
    handle(ledger, categoryTreeDecider, categoryTreeStream(command.teamId), command, context, seen)

  /** One stream holds the whole tree, so `If-Match` is compared with the category's own revision. */
  const seenOf = (id: CategoryId, ifMatch: IfMatch): Seen<CategoryTree> => ({
    ...ifMatch,
    of: ({ roots }) => categoryIn(roots, id)?.node.revision ?? null,
  })

  /** Adds the current tree, from the log, to the refusal of an outdated one (D-28). */
  const withFreshTree = (ledger: Ledger, teamId: TeamId) => async (error: unknown) => {
    if (!(error instanceof RuleBroken) || error.rule !== 'categories-stale') throw error
    const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
    const { status, problem } = refusalOf(error.rule)
    const stale: StaleTree = { ...problem, categories: presentCategories(roots) }
    throw new HttpProblem(status, stale)
  }

  const shown = (teamId: TeamId, id: CategoryId) =>
    inTreeOrder(categories.tree(teamId)).find(({ node }) => node.id === id)?.node

  return [
    route(searchCategories, ({ actor: { teamId }, params }) =>
      resource(categoriesWith(categories.tree(teamId), params.query)),
    ),

    route(listCategories, ({ actor }) => resource(categories.tree(actor.teamId))),

    route(selectCategories, ({ actor }) => resource(categoryChoices(categories.tree(actor.teamId)))),

    route(showCategory, ({ actor, params }) => resource(orNotFound(shown(actor.teamId, params.id)))),

    route(addCategory, async ({ actor: { teamId }, body, context, ledger }) => {
      const categoryId = body.id ?? CategoryId.parse(idMadeBy(context.commandId, 'category'))
      const claim = { type: 'ClaimCategoryId', categoryId, teamId } as const
      await handle(ledger, categoryIdDecider, categoryIdStream(categoryId), claim, context)
      const { id: _, parent_id: parentId, ...details } = body
      const command = { type: 'AddCategory', teamId, categoryId, parentId, ...details } as const
      const { state, position } = await change(ledger, command, context)
      return resource(() => asAdded(shown(teamId, categoryId), presentCategory(state, categoryId)), position)
    }),

    route(updateCategory, async ({ actor: { teamId }, params, body, context, ifMatch, ledger }) => {
      const command = { type: 'UpdateCategory', teamId, categoryId: params.id, ...categoryDetails.of(body) } as const
      const { state, position } = await change(ledger, command, context, seenOf(params.id, ifMatch))
      return resource(() => shown(teamId, params.id) ?? presentCategory(state, params.id), position)
    }),

    route(deleteCategory, async ({ actor: { teamId }, params, context, ifMatch, ledger }) => {
      const trashId = trashOf(context.commandId)
      const command = { type: 'DeleteCategory', teamId, categoryId: params.id, trashId } as const
      const { position } = await change(ledger, command, context, seenOf(params.id, ifMatch))
      return deleted(position, trashId)
    }),

    route(arrangeCategories, async ({ actor: { teamId }, body, context, ledger }) => {
      const command = { type: 'ArrangeCategories', teamId, wanted: body.categories } as const
      const { position } = await change(ledger, command, context).catch(withFreshTree(ledger, teamId))
      return resource(() => categories.tree(teamId), position)
    }),
  ]
}
