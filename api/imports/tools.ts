import type { ImportLocks } from '#api/adapters/import-locks.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { SiteId, TeamId } from '#schemas/ids.ts'

/** The site limits of teams (D-43), as far as imports have to do with them. */
type Places = {
  require: (teamId: TeamId, howMany: number, context: CommandContext) => Promise<void>
  take: (teamId: TeamId, siteIds: readonly SiteId[], context: CommandContext, lasts: number) => Promise<SiteId[]>
  release: (teamId: TeamId, siteIds: readonly SiteId[], context: CommandContext) => Promise<void>
}

/** What imports work with. */
export type ImportTools = {
  ledger: Ledger
  places: Places
  locks: ImportLocks
  imports: ImportQueries
  /** Waits until the read models hold everything that is in the log now; false where they are behind. */
  caughtUp: () => Promise<boolean>
  /** The place in the log that the slowest read model has reached. */
  position: () => string
  /** Folder for what is needed only while an import runs. */
  folder: string
}

/** The read models are too far behind to decide by them, or another process has taken over the import. */
export class ImportUnavailable extends Error {
  override name = 'ImportUnavailable'
}

/**
 * Looks at the read models that this is worth, and such without any progress; each takes up to two seconds. Whoever
 * sends a file waits no longer than five minutes for the beginning of an answer.
 */
const [mostLooks, mostInVain] = [120, 15]

/**
 * Waits until the read models hold everything that is in the log now, after a large import for as long as they come
 * nearer. Throws ImportUnavailable.
 */
export const untilCaughtUp = async ({
  caughtUp,
  position,
}: Pick<ImportTools, 'caughtUp' | 'position'>): Promise<void> => {
  let before = position()
  for (let look = 0, inVain = 0; look < mostLooks && inVain < mostInVain; look += 1) {
    if (await caughtUp()) return
    const now = position()
    inVain = now === before ? inVain + 1 : 0
    before = now
  }
  throw new ImportUnavailable(
    'The lists are still catching up with what was written before. Please try again in a minute.',
  )
}
