import type { AccountQueries } from '#projections/accounts.ts'
import type { AnnouncementQueries } from '#projections/announcements.ts'
import type { ChangeQueries } from '#projections/changes.ts'
import type { ClientQueries } from '#projections/clients.ts'
import type { FileQueries } from '#projections/files.ts'
import type { InboxQueries } from '#projections/inbox.ts'
import type { SiteQueries } from '#projections/sites.ts'
import type { TeamQueries } from '#projections/teams.ts'
import type { VisitQueries } from '#projections/visits.ts'

/** The read models that routes answer from. */
export type ReadModels = {
  accounts: AccountQueries
  announcements: AnnouncementQueries
  changes: ChangeQueries
  clients: ClientQueries
  files: FileQueries
  inbox: InboxQueries
  sites: SiteQueries
  teams: TeamQueries
  visits: VisitQueries
}
