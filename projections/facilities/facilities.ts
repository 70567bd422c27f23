import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { categories } from './categories.ts'
import { clients } from './clients.ts'
import { documents } from './documents.ts'
import { fileVersions } from './file-versions.ts'
import { files } from './files.ts'
import { shares } from './shares.ts'
import { sites } from './sites.ts'
import { thumbnails } from './thumbnails.ts'
import { trash } from './trash.ts'
import { visits } from './visits.ts'

const parts = [clients, sites, visits, files, fileVersions, documents, categories, thumbnails, shares, trash]

/** The resources of teams: one table for each noun, each noun in its own file. */
export const facilities: Projection = {
  name: 'facilities',
  version: 12,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
}
