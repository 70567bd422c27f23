import type { BillingQueries } from '#projections/billing/billing.ts'
import type { ChangeQueries } from '#projections/changes/changes.ts'
import type { DirectoryQueries } from '#projections/directory/directory.ts'
import type { OperatorSearchQueries } from '#projections/directory/operator-searches.ts'
import type { ArrangedQueries } from '#projections/facilities/arranged.ts'
import type { ContentByTeamQueries } from '#projections/facilities/content-by-team.ts'
import type { FacilityQueries } from '#projections/facilities/facilities.ts'
import type { RecordQueries } from '#projections/facilities/nouns.ts'
import type { HistoryQueries } from '#projections/history/queries.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { AnnouncementQueries } from '#projections/lists/announcements.ts'
import type { InboxQueries } from '#projections/lists/inbox.ts'
import type { PersonalTraceQueries } from '#projections/lists/personal-traces.ts'
import type { MetricQueries } from '#projections/metrics/metric-days.ts'
import type { OAuthQueries } from '#projections/oauth/oauth.ts'
import type { SearchQueries } from '#projections/search/queries.ts'
import type { TrafficQueries } from '#projections/traffic/traffic.ts'
import type { ViewQueries } from '#projections/views/views.ts'

/** Queries that run in a separate thread because they may take long. */
export type InThread<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}

type SlowModels = {
  arranged: InThread<ArrangedQueries>
  contentByTeam: InThread<ContentByTeamQueries>
  history: InThread<HistoryQueries>
  operatorSearches: InThread<OperatorSearchQueries>
  search: InThread<SearchQueries>
}

/** The read models that are queried in one way. */
type SingleModels = {
  announcements: AnnouncementQueries
  changes: ChangeQueries
  imports: ImportQueries
  inbox: InboxQueries
  metrics: MetricQueries
  personalTraces: PersonalTraceQueries
  traffic: TrafficQueries
}

/** The queries of the read models, of which each route picks its own. */
export type ReadModels = RecordQueries &
  FacilityQueries &
  DirectoryQueries &
  BillingQueries &
  OAuthQueries &
  ViewQueries &
  SingleModels &
  SlowModels
