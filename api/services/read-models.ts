import type { ComparisonQueries } from '#projections/billing/comparisons.ts'
import type { InvoiceQueries } from '#projections/billing/invoices.ts'
import type { ProviderNewsQueries } from '#projections/billing/provider-news.ts'
import type { ChangeQueries } from '#projections/changes/changes.ts'
import type { AccountQueries } from '#projections/directory/accounts.ts'
import type { ApiTokenQueries } from '#projections/directory/api-tokens.ts'
import type { BillingAccountQueries } from '#projections/directory/billing-account-queries.ts'
import type { DeletedTeamQueries } from '#projections/directory/deleted-teams.ts'
import type { InvitationQueries } from '#projections/directory/invitations.ts'
import type { OperatorSearchQueries } from '#projections/directory/operator-searches.ts'
import type { PictureQueries } from '#projections/directory/pictures.ts'
import type { TeamInvitationQueries } from '#projections/directory/team-invitations.ts'
import type { TeamQueries } from '#projections/directory/teams.ts'
import type { ArrangedQueries } from '#projections/facilities/arranged.ts'
import type { ContentByTeamQueries } from '#projections/facilities/content-by-team.ts'
import type { ContentsQueries } from '#projections/facilities/contents.ts'
import type { ExpiringQueries } from '#projections/facilities/expiring.ts'
import type { FileVersionQueries } from '#projections/facilities/file-versions.ts'
import type { RecordQueries } from '#projections/facilities/nouns.ts'
import type { OverviewQueries } from '#projections/facilities/overview.ts'
import type { SampleRecordQueries } from '#projections/facilities/sample-records.ts'
import type { ShareQueries } from '#projections/facilities/shares.ts'
import type { TrashQueries } from '#projections/facilities/trash.ts'
import type { HistoryQueries } from '#projections/history/queries.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { AnnouncementQueries } from '#projections/lists/announcements.ts'
import type { InboxQueries } from '#projections/lists/inbox.ts'
import type { PersonalTraceQueries } from '#projections/lists/personal-traces.ts'
import type { MetricQueries } from '#projections/metrics/metric-days.ts'
import type { OAuthClientQueries } from '#projections/oauth/clients.ts'
import type { OAuthGrantQueries } from '#projections/oauth/grants.ts'
import type { PersonalTokenQueries } from '#projections/oauth/personal-tokens.ts'
import type { SearchQueries } from '#projections/search/queries.ts'
import type { TrafficQueries } from '#projections/traffic/queries.ts'
import type { ListLookQueries } from '#projections/views/list-looks.ts'
import type { SavedViewQueries } from '#projections/views/saved-views.ts'

/** Queries that run in a separate thread because they may take long. */
export type InThread<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}

/** The queries of the read models, as routes use them. */
export type ReadModels = RecordQueries & {
  accounts: AccountQueries
  announcements: AnnouncementQueries
  apiTokens: ApiTokenQueries
  arranged: InThread<ArrangedQueries>
  billingAccounts: BillingAccountQueries
  changes: ChangeQueries
  comparisons: ComparisonQueries
  contents: ContentsQueries
  contentByTeam: InThread<ContentByTeamQueries>
  fileVersions: FileVersionQueries
  history: InThread<HistoryQueries>
  imports: ImportQueries
  inbox: InboxQueries
  listLooks: ListLookQueries
  metrics: MetricQueries
  operatorSearches: InThread<OperatorSearchQueries>
  deletedTeams: DeletedTeamQueries
  oauthClients: OAuthClientQueries
  personalTokens: PersonalTokenQueries
  oauthGrants: OAuthGrantQueries
  expiring: ExpiringQueries
  overview: OverviewQueries
  personalTraces: PersonalTraceQueries
  pictures: PictureQueries
  providerNews: ProviderNewsQueries
  invitations: InvitationQueries
  invoices: InvoiceQueries
  sampleRecords: SampleRecordQueries
  savedViews: SavedViewQueries
  search: InThread<SearchQueries>
  shares: ShareQueries
  teamInvitations: TeamInvitationQueries
  teams: TeamQueries
  traffic: TrafficQueries
  trash: TrashQueries
}
