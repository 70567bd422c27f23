import type { AccountQueries } from '#projections/accounts.ts'
import type { AnnouncementQueries } from '#projections/announcements.ts'
import type { ApiTokenQueries } from '#projections/api-tokens.ts'
import type { CategoryQueries } from '#projections/categories.ts'
import type { ChangeQueries } from '#projections/changes.ts'
import type { ClientQueries } from '#projections/clients.ts'
import type { DocumentQueries } from '#projections/documents.ts'
import type { FileQueries } from '#projections/files.ts'
import type { HistoryQueries } from '#projections/history/queries.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { InboxQueries } from '#projections/inbox.ts'
import type { InvitationQueries } from '#projections/invitations.ts'
import type { MetricQueries } from '#projections/metric-days.ts'
import type { PersonalTraceQueries } from '#projections/personal-traces.ts'
import type { PictureQueries } from '#projections/pictures.ts'
import type { SearchQueries } from '#projections/search/queries.ts'
import type { SiteQueries } from '#projections/sites.ts'
import type { TeamInvitationQueries } from '#projections/team-invitations.ts'
import type { TeamQueries } from '#projections/teams.ts'
import type { TrashQueries } from '#projections/trash/queries.ts'
import type { VisitQueries } from '#projections/visits.ts'

/** The read models that routes answer from. */
export type ReadModels = {
  accounts: AccountQueries
  announcements: AnnouncementQueries
  apiTokens: ApiTokenQueries
  categories: CategoryQueries
  changes: ChangeQueries
  clients: ClientQueries
  documents: DocumentQueries
  files: FileQueries
  history: HistoryQueries
  imports: ImportQueries
  inbox: InboxQueries
  metrics: MetricQueries
  personalTraces: PersonalTraceQueries
  pictures: PictureQueries
  invitations: InvitationQueries
  search: SearchQueries
  sites: SiteQueries
  teamInvitations: TeamInvitationQueries
  teams: TeamQueries
  trash: TrashQueries
  visits: VisitQueries
}
