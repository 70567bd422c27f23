import { composed } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { listLookQueries, listLooks } from './list-looks.ts'
import { savedViewQueries, savedViews } from './saved-views.ts'

/** The queries of how lists look to people. */
export const viewQueries = (db: ReadDb) => ({
  listLooks: listLookQueries(db),
  savedViews: savedViewQueries(db),
})
export type ViewQueries = ReturnType<typeof viewQueries>

/** How people look at lists. */
export const views: Projection = {
  name: 'views',
  version: 2,
  ...composed([listLooks, savedViews]),
}
