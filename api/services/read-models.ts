import type { BillingQueries } from '#projections/billing/billing.ts'
import type { ChangeQueries } from '#projections/changes/changes.ts'
import type { ApiTokenQueries } from '#projections/directory/api-tokens.ts'
import type { DirectoryQueries } from '#projections/directory/directory.ts'
import type { OperatorSearchQueries } from '#projections/directory/operator-searches.ts'
import type { ArrangedQueries } from '#projections/facilities/arranged.ts'
import type { ComplianceQueries } from '#projections/facilities/compliance.ts'
import type { ContentByTeamQueries } from '#projections/facilities/content-by-team.ts'
import type { FacilityQueries, RecordQueries } from '#projections/facilities/facilities.ts'
import type { HistoryQueries } from '#projections/history/queries.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { AnnouncementQueries } from '#projections/lists/announcements.ts'
import type { InboxQueries } from '#projections/lists/inbox.ts'
import type { PackQueries } from '#projections/lists/packs.ts'
import type { PersonalTraceQueries } from '#projections/lists/personal-traces.ts'
import type { MetricQueries } from '#projections/metrics/metric-days.ts'
import type { OAuthQueries } from '#projections/oauth/oauth.ts'
import type { DifferenceQueries } from '#projections/past/differences.ts'
import type { SearchQueries } from '#projections/search/queries.ts'
import type { TrafficQueries } from '#projections/traffic/traffic.ts'
import type { ViewQueries } from '#projections/views/views.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { DocumentId, FileId } from '#schemas/ids.ts'
import type { ComplianceRow } from '#schemas/resources/compliance.ts'

/** Queries that run in a separate thread because they may take long. */
export type InThread<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}

/** The queries of the read models by area. */
export type ReadModels = {
  billing: BillingQueries
  changes: ChangeQueries
  directory: DirectoryQueries & {
    operatorSearches: InThread<OperatorSearchQueries>
  }
  facilities: Omit<FacilityQueries, 'overview'> & {
    /** Numbers of the present come at once, those of a moment from a thread. */
    overview: FacilityQueries['overview'] | InThread<FacilityQueries['overview']>
    compliance: Pick<InThread<ComplianceQueries>, 'complianceCounts'> & {
      /** One page of sites, whose cells are found in a thread. Throws BadCursor. */
      compliance: (...asked: Parameters<ComplianceQueries['compliance']>) => Promise<Page<ComplianceRow>>
    }
    contentByTeam: InThread<ContentByTeamQueries>
  }
  history: InThread<HistoryQueries>
  imports: ImportQueries
  lists: {
    announcements: AnnouncementQueries
    inbox: InboxQueries
    packs: PackQueries
    personalTraces: PersonalTraceQueries
  }
  metrics: MetricQueries
  programs: OAuthQueries & { apiTokens: ApiTokenQueries }
  records: RecordQueries & {
    arranged: InThread<ArrangedQueries>
    search: InThread<SearchQueries>
    differences: InThread<DifferenceQueries>
    /** In the past: when a file or document that stood then was deleted for good, if it was. */
    purgedAt?: (id: FileId | DocumentId) => Date | undefined
  }
  traffic: TrafficQueries
  views: ViewQueries
}
