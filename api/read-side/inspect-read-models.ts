import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Rebuilds } from '#api/services/operations/rebuilds.ts'
import type { ProjectionState } from '#projections/engine/applied-file.ts'
import { rowsIn } from '#projections/engine/comparison.ts'
import { hasReached } from '#projections/engine/position.ts'
import type { InspectedReadModel } from '#schemas/resources/read-models.ts'
import type { Projector } from './projector.ts'

const bytesOf = (file: string): number =>
  ['', '-wal'].reduce((sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0), 0)

/** Milliseconds in which read models arrive at the end that the log had: on a busy day something is always on its way. */
const longestWait = 2000

type Inspection = {
  folder: string
  projector: Pick<Projector, 'reached' | 'states'>
  lastPosition: Ledger['lastPosition']
}

/** The names of the read models that are built anew, for this version or because an operator wants it. */
export const namesOfBuilds = (states: readonly ProjectionState[], rebuilds: Pick<Rebuilds, 'find'>): string[] =>
  states.flatMap(({ name, outdated }) => (outdated || rebuilds.find(name)?.state === 'building' ? [name] : []))

/** Describes each read model of a folder for operators, with the position of the newest event in the log. */
export const inspectReadModels = async ({
  folder,
  projector,
  lastPosition,
}: Inspection): Promise<InspectedReadModel[]> => {
  const end = await lastPosition()
  if (end !== null) await projector.reached(end, longestWait)
  return projector
    .states()
    .map(({ name, position, failed, at, outdated = false }) => {
      const file = join(folder, `${name}.sqlite`)
      return {
        name,
        position,
        log_position: end,
        caught_up: failed === null && hasReached(position, end),
        outdated,
        rows: rowsIn(file),
        size: bytesOf(file),
        error: failed,
        stopped_at: at ?? null,
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
