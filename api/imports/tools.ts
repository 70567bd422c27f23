import type { ImportLocks } from '#api/adapters/import-locks.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId } from '#schemas/ids.ts'

/** The part of the teams' site limits (D-43) that imports use. */
type Quota = {
  require: (teamId: TeamId, howMany: number, context: CommandContext) => void
  reserve: (teamId: TeamId, missing: () => number, context: CommandContext) => () => void
}

/** The dependencies of imports. */
export type ImportTools = {
  ledger: Ledger
  quota: Quota
  locks: ImportLocks
  imports: ImportQueries
  /**
   * Waits until lists, and the read model that rows are matched with, hold everything that is in the log now; false if
   * they are still behind.
   */
  caughtUp: () => Promise<boolean>
  /** Waits for every read model, so that none falls far behind; false if one is still behind. */
  everywhere: () => Promise<boolean>
  /** The position that `caughtUp` has reached. */
  position: () => string
  /** Folder for what is needed only while an import runs. */
  folder: string
}

/** The read models are too far behind to decide rows, or another process has taken over the import. */
export class ImportUnavailable extends Error {
  override name = 'ImportUnavailable'
}

/**
 * The most checks of the read models before an import, and the most in a row without progress; each takes up to two
 * seconds, so the answer to an upload begins within five minutes.
 */
const [maxChecksBefore, maxStalled] = [120, 15]

export type Lists = Pick<ImportTools, 'caughtUp' | 'position'>

/**
 * Waits until lists show everything that is in the log now, as long as they make progress; yields after each check in
 * vain. Returns false if it gives up.
 */
export const catchingUp = async function* (
  { caughtUp, position }: Lists,
  maxChecks = Number.POSITIVE_INFINITY,
): AsyncGenerator<void, boolean> {
  let before = position()
  for (let check = 0, stalled = 0; check < maxChecks && stalled < maxStalled; check += 1) {
    if (await caughtUp()) return true
    const now = position()
    stalled = now === before ? stalled + 1 : 0
    before = now
    yield
  }
  return false
}

/** Waits until lists show everything that is in the log now, as long as they make progress; false if it gives up. */
export const awaitLists = async (lists: Lists, maxChecks?: number): Promise<boolean> => {
  const checks = catchingUp(lists, maxChecks)
  let check = await checks.next()
  while (!check.done) check = await checks.next()
  return check.value
}

/** Waits for the lists before an import, for a bounded time. Throws ImportUnavailable. */
export const untilCaughtUp = async (lists: Lists): Promise<void> => {
  if (await awaitLists(lists, maxChecksBefore)) return
  throw new ImportUnavailable(
    'The lists are still catching up with what was written before. Please try again in a minute.',
  )
}
