import type { Projection } from '#projections/projection.ts'
import { openForReading, type ReadDb, versionAndPositionOf } from '#projections/read-db.ts'
import type { ProjectionState } from '#projections/runner.ts'

/** A read model that the API keeps, in the folder that both share: to hold every site once more costs every import. */
export type KeptByApi = {
  /** At no position where the API has not made it yet, or makes it anew. */
  state: () => ProjectionState
  /** Looks into the file that is there now: the API may have put another in its place since. */
  look: <Result>(act: (db: ReadDb) => Promise<Result>) => Promise<Result>
}

export const keptByApi = (folder: string, projection: Projection): KeptByApi => {
  const { name, version } = projection
  const state = (): ProjectionState => {
    try {
      const db = openForReading(folder, projection)
      try {
        const made = versionAndPositionOf(db)
        return { name, position: made?.version === version ? made.position : null, failed: null }
      } finally {
        db.close()
      }
    } catch (error) {
      return { name, position: null, failed: error instanceof Error ? error.message : String(error) }
    }
  }
  return {
    state,
    look: async (act) => {
      const db = openForReading(folder, projection)
      try {
        return await act(db)
      } finally {
        db.close()
      }
    },
  }
}
