import { statSync } from 'node:fs'
import { join } from 'node:path'
import { rowsIn } from '#projections/comparison.ts'
import { hasReached } from '#projections/position.ts'
import type { ProjectionState } from '#projections/runner.ts'
import type { ReadModel } from '#schemas/resources/read-models.ts'

const bytesOf = (file: string): number =>
  ['', '-wal'].reduce((sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0), 0)

/** Each read model of a folder as operators see it, beside the place of the newest event of the log. */
export const lookAtReadModels = (
  folder: string,
  states: readonly ProjectionState[],
  logPosition: string | null,
): ReadModel[] =>
  states
    .map(({ name, position, failed }) => {
      const file = join(folder, `${name}.sqlite`)
      return {
        name,
        position,
        log_position: logPosition,
        caught_up: failed === null && hasReached(position, logPosition),
        rows: rowsIn(file),
        size: bytesOf(file),
        error: failed,
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
