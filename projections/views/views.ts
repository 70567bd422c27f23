import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { listLooks } from './list-looks.ts'
import { savedViews } from './saved-views.ts'

const parts = [listLooks, savedViews]

/** How people look at lists. */
export const views: Projection = {
  name: 'views',
  version: 2,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
}
