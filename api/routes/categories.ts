import { categoryIn } from '#api/domain/category-branches.ts'
import { categoryIdDecider } from '#api/domain/category-id.ts'
import { type CategoryTree, type CategoryTreeCommand, categoryTreeDecider } from '#api/domain/category-tree.ts'
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
import type { CategoryQueries } from '#projections/categories.ts'
import { inTreeOrder } from '#schemas/category-tree.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CategoryId, type TeamId } from '#schemas/ids.ts'
import {
  addCategory,
  arrangeCategories,
  deleteCategory,
  listCategories,
  type StaleTree,
  selectCategories,
  showCategory,
  updateCategory,
} from '#schemas/resources/categories.ts'
import { categoryChoices } from './category-choices.ts'
import { orNotFound } from './owned.ts'
import { presentCategories, presentCategory } from './present-category.ts'

export const categoryRoutes = (ledger: Ledger, categories: CategoryQueries): Route[] => {
  const change = (command: CategoryTreeCommand, context: CommandContext, seen?: Seen<CategoryTree>) =>
    handle(ledger, categoryTreeDecider, categoryTreeStream(command.teamId), command, context, seen)

  /** One stream holds the whole tree: a category's own revision counts. */
  const seenOf = (id: CategoryId, ifMatch: IfMatch): Seen<CategoryTree> => ({
    ...ifMatch,
    of: ({ roots }) => categoryIn(roots, id)?.node.revision ?? null,
  })

  /** A tree that is out of date is answered with the one there is now, from the log (D-28). */
  const withFreshTree = (teamId: TeamId) => async (error: unknown) => {
    if (!(error instanceof RuleBroken) || error.rule !== 'categories-stale') throw error
    const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
    const { status, problem } = refusalOf(error.rule)
    const stale: StaleTree = { ...problem, categories: presentCategories(roots) }
    throw new HttpProblem(status, stale)
  }

  return [
    route(listCategories, ({ actor }) => resource(categories.tree(actor.teamId))),

    route(selectCategories, ({ actor }) => resource(categoryChoices(categories.tree(actor.teamId)))),

    route(showCategory, ({ actor, params }) => {
      const placed = inTreeOrder(categories.tree(actor.teamId))
      return resource(orNotFound(placed.find(({ node }) => node.id === params.id)).node)
    }),

    route(addCategory, async ({ actor: { teamId }, body, context }) => {
      const categoryId = body.id ?? CategoryId.parse(idMadeBy(context.commandId, 'category'))
      const claim = { type: 'ClaimCategoryId', categoryId, teamId } as const
      await handle(ledger, categoryIdDecider, categoryIdStream(categoryId), claim, context)
      const { name, parent_id: parentId } = body
      const command = { type: 'AddCategory', teamId, categoryId, name, parentId } as const
      const { state, position } = await change(command, context)
      return resource(presentCategory(state, categoryId), position)
    }),

    route(updateCategory, async ({ actor: { teamId }, params, body, context, ifMatch }) => {
      const command = { type: 'UpdateCategory', teamId, categoryId: params.id, ...body } as const
      const { state, position } = await change(command, context, seenOf(params.id, ifMatch))
      return resource(presentCategory(state, params.id), position)
    }),

    route(deleteCategory, async ({ actor: { teamId }, params, context, ifMatch }) => {
      const trashId = trashOf(context.commandId)
      const command = { type: 'DeleteCategory', teamId, categoryId: params.id, trashId } as const
      const { position } = await change(command, context, seenOf(params.id, ifMatch))
      return deleted(position, trashId)
    }),

    route(arrangeCategories, async ({ actor: { teamId }, body, context }) => {
      const command = { type: 'ArrangeCategories', teamId, wanted: body.categories } as const
      const { state, position } = await change(command, context).catch(withFreshTree(teamId))
      return resource(presentCategories(state.roots), position)
    }),
  ]
}
