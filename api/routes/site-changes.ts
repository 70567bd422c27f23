import { siteDecider } from '#api/domain/site.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { siteStream } from '#api/event-store/streams.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import { forEach } from '#api/sagas/each.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { matchedSites } from '#api/services/records/chosen-records.ts'
import { listsOf } from '#api/services/records/lists.ts'
import { valuesOfChanged } from '#api/services/records/own-values.ts'
import type { SiteId } from '#schemas/ids.ts'
import { changeSites, undoSitesChange } from '#schemas/resources/site-changes.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'
import type { Clock } from '#schemas/time/dates.ts'
import { changeMany, chosenToChange, undoMany } from './change-many.ts'

/** The own fields of many sites. */
export const siteChangeRoutes = (
  ledger: Ledger,
  lists: Lists,
  records: ReadModels['records'],
  clock: Clock,
): Route[] => {
  const tools = { ledger, lists }
  const recordLists = listsOf(records, clock)
  const siteOf = (id: SiteId) => load(ledger, siteDecider, siteStream(id))

  /** An undo is as indivisible as the change: a caller whose scope lacks one of its sites gets 404 (D-57). */
  const requireWithin = async (scope: Scope, ids: readonly SiteId[]): Promise<void> => {
    const isBeyond = await forEach(ids, async (id) => {
      const site = await siteOf(id)
      return (site.status === 'active' || site.status === 'deleted') && !isWithin(scope, site)
    })
    if (isBeyond.includes(true)) throw notFound()
  }

  return [
    route(changeSites, ({ actor: { scope, teamId }, body, ...asked }) => {
      const choice = {
        noun: 'site',
        matched: (filter: NonNullable<typeof body.filter>) => matchedSites(recordLists, scope, filter),
        find: (id: SiteId) => activeSite(ledger, scope, id),
      } as const
      return changeMany(
        tools,
        'sites',
        asked,
        async (bulkId) => {
          const fields = await valuesOfChanged(ledger, teamId, 'sites', body.change, 'change.fields')
          const { ids: siteIds } = await chosenToChange(choice, body)
          return { type: 'SitesChangeBegun', data: { bulkId, teamId, siteIds, change: { fields } } }
        },
        (undo, sites, changed) => ({ undo, sites, changed }),
      )
    }),

    route(undoSitesChange, ({ actor: { teamId, scope }, params: { undo: bulkId }, ...asked }) =>
      undoMany(tools, 'sites', asked, {
        bulkId,
        teamId,
        commandOf: (ids) => ({ type: 'BeginUndo', of: 'sites', bulkId, teamId, ids }),
        check: ({ ids }) => requireWithin(scope, ids),
        nameOf: async (id) => {
          const site = await siteOf(id)
          return site.status === 'active' || site.status === 'deleted' ? site.name : ''
        },
      }),
    ),
  ]
}
