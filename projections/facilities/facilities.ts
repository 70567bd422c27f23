import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { fileVersions } from './file-versions.ts'
import { nounParts } from './nouns.ts'
import { shares } from './shares.ts'
import { thumbnails } from './thumbnails.ts'
import { trash } from './trash.ts'
import { trashed } from './trashed.ts'

/** The nouns, each with what stands beside it. */
const ofNouns = Object.entries(nounParts).flatMap(([noun, part]) => (noun === 'files' ? [part, fileVersions] : [part]))
const parts = [...ofNouns, thumbnails, shares, trash]

/** The resources of teams: one table for each noun, each noun in its own file. */
export const facilities: Projection = {
  name: 'facilities',
  version: 12,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers([...parts.map(({ handlers }) => handlers), trashed]),
}
