import type { Projection } from '#projections/engine/projection.ts'
import { savedViews } from './saved-views.ts'

/** How people look at lists. */
export const views: Projection = { name: 'views', version: 1, ...savedViews }
