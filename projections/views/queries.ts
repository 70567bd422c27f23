import type { ReadDb } from '#projections/engine/read-db.ts'
import { listLookQueries } from './list-looks.ts'
import { savedViewQueries } from './saved-views.ts'

/** The queries of how lists look to people. */
export const viewQueries = (db: ReadDb) => ({
  listLooks: listLookQueries(db),
  savedViews: savedViewQueries(db),
})
export type ViewQueries = ReturnType<typeof viewQueries>
