import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectionState } from '#projections/engine/applied-file.ts'
import { rowsIn } from '#projections/engine/comparison.ts'
import { hasReached } from '#projections/engine/position.ts'
import type { InspectedReadModel } from '#schemas/resources/read-models.ts'

const bytesOf = (file: string): number =>
  ['', '-wal'].reduce((sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0), 0)

/** Describes each read model of a folder for operators, with the position of the newest event in the log. */
export const inspectReadModels = (
  folder: string,
  states: readonly ProjectionState[],
  logPosition: string | null,
): InspectedReadModel[] =>
  states
    .map(({ name, position, failed, at, outdated = false }) => {
      const file = join(folder, `${name}.sqlite`)
      return {
        name,
        position,
        log_position: logPosition,
        caught_up: failed === null && hasReached(position, logPosition),
        outdated,
        rows: rowsIn(file),
        size: bytesOf(file),
        error: failed,
        stopped_at: at ?? null,
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
