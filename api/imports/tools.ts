import type { ImportLocks } from '#api/adapters/locks.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { RecordQueries } from '#projections/facilities/facilities.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { Lists } from './catching-up.ts'
import type { UnderWay } from './under-way.ts'

/** The part of the teams' site limits (D-43) that imports use. */
type Quota = {
  left: (teamId: TeamId, context: CommandContext) => number | null
  require: (teamId: TeamId, howMany: number, context: CommandContext) => void
  reserve: (teamId: TeamId, missing: () => number, context: CommandContext) => () => void
}

/** The dependencies of imports of files, which are matched with records of all nouns. */
export type FilesTools = ImportTools & {
  records: Pick<RecordQueries, 'categories' | 'clients' | 'files' | 'sites' | 'visits'>
  /** The files that are being recorded: by their run, and by their site and bytes. */
  underWay: UnderWay
  timeZone: string
}

/** The dependencies of imports. */
export type ImportTools = Lists & {
  ledger: Ledger
  quota: Quota
  locks: ImportLocks
  imports: ImportQueries
  /** Waits for every read model, so that none falls far behind; false if one is still behind. */
  everywhere: () => Promise<boolean>
  /** Folder for what is needed only while an import runs. */
  folder: string
}
