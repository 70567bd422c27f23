import { type Category as Branch, categoryIn } from '#api/domain/category-branches.ts'
import { type CategoryTree, type CategoryTreeCommand, categoryTreeDecider } from '#api/domain/category-tree.ts'
import { categoryIdDecider } from '#api/domain/reservation.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle, load, type Seen } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryIdStream, categoryTreeStream } from '#api/event-store/streams.ts'
import { deleted, empty, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { HttpProblem } from '#api/http/problem.ts'
import { refusalOf } from '#api/http/refusals.ts'
import { type Route, route } from '#api/http/route.ts'
import { categoryChoices } from '#api/services/files/category-choices.ts'
import { categoriesWith } from '#api/services/files/search-categories.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import { categoryTo, changedRequirement, remainingRequirement } from '#api/services/records/requirements.ts'
import type { CategoryBranch } from '#projections/facilities/categories.ts'
import type { RecordQueries } from '#projections/facilities/facilities.ts'
import { categoryDetails } from '#schemas/details/category.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CategoryId } from '#schemas/ids.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
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
import { requireCategory, unrequireCategory } from '#schemas/resources/compliance.ts'
import { searchCategories } from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/rights/scope.ts'

const present = ({ revision, children, ...details }: Branch, parentId: CategoryId | null): CategoryBranch => ({
  ...details,
  parent_id: parentId,
  children: children.map((child) => present(child, details.id)),
  revision: String(revision),
})

/** Presents a category tree that was loaded from the log. */
const presentCategories = (roots: CategoryTree['roots']): CategoryBranch[] => roots.map((root) => present(root, null))

/** Presents one category of that tree with its descendants, as its command wrote it. */
const presentCategory = ({ roots }: CategoryTree, id: CategoryId): CategoryBranch => {
  const { node, above } = orNotFound(categoryIn(roots, id))
  return present(node, above.at(-1)?.id ?? null)
}

type Queries = Pick<RecordQueries, 'categories' | 'clients' | 'sites'>

export const categoryRoutes = ({ categories, clients, sites }: Queries): Route[] => {
  const places = { clients, sites }

  const change = (ledger: Ledger, command: CategoryTreeCommand, context: CommandContext, seen?: Seen<CategoryTree>) =>
    handle(ledger, categoryTreeDecider, categoryTreeStream(command.teamId), command, context, seen)

  const seenBy = (scope: Scope) => (category: CategoryBranch) => categoryTo(scope, places, category)

  const treeOf = (scope: Scope): CategoryBranch[] => categories.tree(scope.teamId).map(seenBy(scope))

  /** One stream holds the whole tree, so `If-Match` is compared with the category's own revision. */
  const seenOf = (id: CategoryId, ifMatch: IfMatch): Seen<CategoryTree> => ({
    ...ifMatch,
    of: ({ roots }) => categoryIn(roots, id)?.node.revision ?? null,
  })

  /** Adds the current tree, from the log, to the refusal of an outdated one (D-28). */
  const withFreshTree = (ledger: Ledger, scope: Scope) => async (error: unknown) => {
    if (!(error instanceof RuleBroken) || error.rule !== 'categories-stale') throw error
    const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(scope.teamId))
    const { status, problem } = refusalOf(error.rule)
    const stale: StaleTree = { ...problem, categories: presentCategories(roots).map(seenBy(scope)) }
    throw new HttpProblem(status, stale)
  }

  const shown = (scope: Scope, id: CategoryId) => inTreeOrder(treeOf(scope)).find(({ node }) => node.id === id)?.node

  return [
    route(searchCategories, ({ actor: { scope }, params }) => resource(categoriesWith(treeOf(scope), params.query))),

    route(listCategories, ({ actor }) => resource(treeOf(actor.scope))),

    route(selectCategories, ({ actor }) => resource(categoryChoices(categories.tree(actor.teamId)))),

    route(showCategory, ({ actor, params }) => resource(orNotFound(shown(actor.scope, params.id)))),

    route(addCategory, async ({ actor: { teamId, scope }, body, context, ledger }) => {
      const categoryId = body.id ?? CategoryId.parse(idMadeBy(context.commandId, 'category'))
      const claim = { type: 'ClaimCategoryId', categoryId, teamId } as const
      await handle(ledger, categoryIdDecider, categoryIdStream(categoryId), claim, context)
      const { id: _, parent_id: parentId, ...details } = body
      const command = { type: 'AddCategory', teamId, categoryId, parentId, ...details } as const
      const { state, position } = await change(ledger, command, context)
      return resource(() => asAdded(shown(scope, categoryId), presentCategory(state, categoryId)), position)
    }),

    route(updateCategory, async ({ actor: { teamId, scope }, params, body, context, ifMatch, ledger }) => {
      const command = { type: 'UpdateCategory', teamId, categoryId: params.id, ...categoryDetails.of(body) } as const
      const { state, position } = await change(ledger, command, context, seenOf(params.id, ifMatch))
      return resource(() => shown(scope, params.id) ?? seenBy(scope)(presentCategory(state, params.id)), position)
    }),

    route(deleteCategory, async ({ actor: { teamId }, params, context, ifMatch, ledger }) => {
      const trashId = trashOf(context.commandId)
      const command = { type: 'DeleteCategory', teamId, categoryId: params.id, trashId } as const
      const { position } = await change(ledger, command, context, seenOf(params.id, ifMatch))
      return deleted(position, trashId)
    }),

    route(arrangeCategories, async ({ actor: { teamId, scope }, body, context, ledger }) => {
      const command = { type: 'ArrangeCategories', teamId, wanted: body.categories } as const
      const { position } = await change(ledger, command, context).catch(withFreshTree(ledger, scope))
      return resource(() => treeOf(scope), position)
    }),

    route(requireCategory, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch, ledger }) => {
      const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
      const present = orNotFound(categoryIn(roots, id)).node.requirement
      const requirement = await changedRequirement(ledger, { ...places, scope, present }, body)
      const command = { type: 'RequireCategory', teamId, categoryId: id, requirement } as const
      const { state, position } = await change(ledger, command, context, seenOf(id, ifMatch))
      return resource(() => shown(scope, id) ?? seenBy(scope)(presentCategory(state, id)), position)
    }),

    route(unrequireCategory, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch, ledger }) => {
      const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
      const requirement = remainingRequirement(scope, places, orNotFound(categoryIn(roots, id)).node.requirement)
      const command = { type: 'RequireCategory', teamId, categoryId: id, requirement } as const
      const { position } = await change(ledger, command, context, seenOf(id, ifMatch))
      return empty(position)
    }),
  ]
}
