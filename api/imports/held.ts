import type { ImportProgress, Lock } from '#api/adapters/locks.ts'
import type { TeamId } from '#schemas/ids.ts'
import { openScratch, type Scratch } from './scratch.ts'
import type { ImportTools } from './tools.ts'

/** What an import holds until its last row is answered; `release` gives back what it has reserved of the plan's limits. */
export type Held<Row> = {
  lock: Lock<ImportProgress>
  scratch: Scratch<Row>
  release: () => void
  free: () => Promise<void>
}

/** Undefined if another import of the team is running. */
export const openHeld = async <Row extends { row: number; verdict: string }>(
  tools: ImportTools,
  teamId: TeamId,
): Promise<Held<Row> | undefined> => {
  const lock = await tools.locks.acquire(teamId)
  if (!lock) return undefined
  const scratch = openScratch<Row>(tools.folder)
  const held: Held<Row> = {
    lock,
    scratch,
    release: () => {},
    free: async () => {
      scratch.close()
      try {
        // The next command that adds a site must count the last ones of this run, even if the run was stopped.
        await tools.hold(await tools.end())
      } finally {
        held.release()
        await lock.release()
      }
    },
  }
  return held
}

/** Answers lines, and frees what their import holds: also where the caller stops, after calls in progress have finished. */
export const untilFreed = async function* <Line>(lines: AsyncIterable<Line>, { free }: Pick<Held<never>, 'free'>) {
  try {
    yield* lines
  } finally {
    await free()
  }
}
