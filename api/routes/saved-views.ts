import { savedViewDecider } from '#api/domain/saved-view.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { savedViewStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { empty, resource } from '#api/http/answer.ts'
import { forbidden, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { idsBelow } from '#api/services/files/search-categories.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import type { SavedViewRow } from '#projections/views/saved-views.ts'
import { filterNamesOf } from '#schemas/calls/arrangement.ts'
import { isOwnSort, uncategorised } from '#schemas/calls/sort-columns.ts'
import { savedViewDetails } from '#schemas/details/saved-view.ts'
import { CategoryId, SavedViewId, type TeamId } from '#schemas/ids.ts'
import { type ArrangedKind, arrangedKinds, nouns } from '#schemas/nouns.ts'
import { grants } from '#schemas/policy.ts'
import { isFieldNoun } from '#schemas/records/field-kinds.ts'
import {
  addSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  showSavedView,
  updateSavedView,
} from '#schemas/resources/saved-views.ts'
import type { Scope } from '#schemas/rights/scope.ts'

type Reader = { scope: Scope; teamKinds: readonly ArrangedKind[] }

const valuesOf = (rows: readonly SavedViewRow[], name: string): string[] =>
  rows.flatMap(({ filters }) => filters[name] ?? [])

/** Presents saved views to somebody who has them. A view keeps a filter whose record is gone, and says that it is. */
const presentSavedViews = (
  { directory, records }: ReadModels,
  { scope, teamKinds }: Reader,
  rows: readonly SavedViewRow[],
): SavedView[] => {
  const { teamId } = scope
  const ofClients = records.clients.each(scope, valuesOf(rows, 'client'))
  const ofSites = records.sites.each(scope, valuesOf(rows, 'site'))
  const tree = valuesOf(rows, 'category').length > 0 ? records.categories.tree(teamId) : []
  const members = valuesOf(rows, 'added_by').length > 0 ? directory.teams.membersOf(teamId) : []
  const isThere: Record<string, (id: string) => boolean> = {
    client: (id) => ofClients.has(id),
    site: (id) => ofSites.has(id),
    category: (id) => id === uncategorised || idsBelow(tree, CategoryId.parse(id)).length > 0,
    added_by: (id) => members.some(({ userId }) => userId === id),
  }
  return rows.map(({ user_id: _, ...row }) => ({
    ...row,
    ...withoutRemoved(ownNames(records, teamId, row.kind), row),
    gone: Object.entries(row.filters).flatMap(([name, value]) => (isThere[name]?.(value) === false ? [name] : [])),
    may_change: !row.shared || teamKinds.includes(row.kind),
  }))
}

/** The most views that a user has for themselves in a team, and that a team has: a menu is not to be searched. */
const maxViews = 100

/** The views that a caller may see and change. Throws 404 without a team. */
const readerOf = (caller: SignedIn) => {
  const { userId, scope, abilities } = inTeam(caller)
  const kinds = (action: 'view' | 'update') => arrangedKinds.filter((kind) => grants(abilities, `${kind}.${action}`))
  return { userId, scope, teamId: scope.teamId, kinds: kinds('view'), teamKinds: kinds('update') }
}

/** The names of filters and orders by own fields, `field.<id>`. */
const ownNames = ({ fields }: ReadModels['records'], teamId: TeamId, kind: ArrangedKind): ReadonlySet<string> =>
  new Set(isFieldNoun(kind) ? fields.of(teamId, kind).map(({ id }) => `field.${id}`) : [])

/** A view without what a field asked that was removed. */
const withoutRemoved = (own: ReadonlySet<string>, { filters, sort }: Pick<SavedViewRow, 'filters' | 'sort'>) => ({
  filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !isOwnSort(name) || own.has(name))),
  sort: sort !== null && isOwnSort(sort) && !own.has(sort.replace(/^-/, '')) ? null : sort,
})

type Arranged = { filters?: Record<string, string>; sort?: string | null }

/** Leaves out filters that lists of the kind do not have. Throws 422 for a column by which they cannot be sorted. */
const ofKind = <Details extends Arranged>(kind: ArrangedKind, own: ReadonlySet<string>, details: Details): Details => {
  const { filters, sort } = details
  const columns: readonly string[] = [...nouns[kind].sorts, ...own]
  if (sort && !columns.includes(sort.replace(/^-/, ''))) throw invalidField('sort', 'The selected sort is invalid.')
  if (!filters) return details
  const names = ['search', ...filterNamesOf(kind), ...own]
  return { ...details, filters: Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name))) }
}

/** Saved views of lists, of the caller and of their team. */
export const savedViewRoutes = (readModels: ReadModels): Route[] => {
  const { savedViews } = readModels.views
  const rowOf = ({ teamId, userId, kinds }: ReturnType<typeof readerOf>, id: SavedViewId) => {
    const row = savedViews.one(teamId, userId, id)
    return row && kinds.includes(row.kind) ? row : undefined
  }
  const present = (reader: ReturnType<typeof readerOf>, row: SavedViewRow) =>
    orNotFound(presentSavedViews(readModels, reader, [row])[0])

  return [
    route(listSavedViews, ({ actor }) => {
      const reader = readerOf(actor)
      const rows = savedViews.of(reader.teamId, reader.userId).filter(({ kind }) => reader.kinds.includes(kind))
      return resource(presentSavedViews(readModels, reader, rows))
    }),

    route(showSavedView, ({ actor, params: { id } }) => {
      const reader = readerOf(actor)
      return resource(present(reader, orNotFound(rowOf(reader, id))))
    }),

    route(addSavedView, async ({ actor, body: { id, kind, ...body }, context, ledger }) => {
      const reader = readerOf(actor)
      const { teamId, userId, teamKinds } = reader
      if (!reader.kinds.includes(kind)) throw forbidden()
      const like = savedViews.of(teamId, userId).filter(({ shared }) => shared === body.shared)
      if (like.length >= maxViews) throw invalidField('name', `There can be at most ${maxViews} saved views.`)
      const viewId = id ?? SavedViewId.parse(idMadeBy(context.commandId, 'saved-view'))
      const details = ofKind(kind, ownNames(readModels.records, teamId, kind), body)
      const command = { type: 'SaveView', viewId, teamId, userId, kind, teamKinds, ...details } as const
      const { position } = await handle(ledger, savedViewDecider, savedViewStream(viewId), command, context)
      const written = { id: viewId, user_id: userId, kind, ...details, revision: '0' }
      return resource(() => present(reader, asAdded(rowOf(reader, viewId), written)), position)
    }),

    route(updateSavedView, async ({ actor, params: { id }, body, context, ifMatch, ledger }) => {
      const reader = readerOf(actor)
      const { teamId, userId, teamKinds } = reader
      const row = orNotFound(rowOf(reader, id))
      const own = ownNames(readModels.records, teamId, row.kind)
      const details = ofKind(row.kind, own, savedViewDetails.of(body))
      const command = { type: 'ChangeView', teamId, userId, teamKinds, ...details } as const
      const { position } = await handle(ledger, savedViewDecider, savedViewStream(id), command, context, ifMatch)
      return resource(() => present(reader, rowOf(reader, id) ?? row), position)
    }),

    route(deleteSavedView, async ({ actor, params: { id }, context, ifMatch, ledger }) => {
      const { teamId, userId, teamKinds } = readerOf(actor)
      const command = { type: 'DeleteView', teamId, userId, teamKinds } as const
      const { position } = await handle(ledger, savedViewDecider, savedViewStream(id), command, context, ifMatch)
      return empty(position)
    }),
  ]
}
