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
  /** Folder for what is needed only while an import runs. */
  folder: string
}

/** The read models are too far behind to decide by them, or another process has taken over the import. */
export class ImportUnavailable extends Error {
  override name = 'ImportUnavailable'
}

/** Looks at the read models that this is worth; each takes up to two seconds. */
const mostLooks = 30

/** Waits until the read models hold everything that is in the log now. Throws ImportUnavailable. */
export const untilCaughtUp = async ({ caughtUp }: Pick<ImportTools, 'caughtUp'>): Promise<void> => {
  for (let look = 0; look < mostLooks; look += 1) if (await caughtUp()) return
  throw new ImportUnavailable('The service is catching up. Please try again.')
}
