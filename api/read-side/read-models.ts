import type { ReadModels } from '#api/services/read-models.ts'
import { billing } from '#projections/billing/billing.ts'
import { comparisonQueries } from '#projections/billing/comparisons.ts'
import { invoiceQueries } from '#projections/billing/invoices.ts'
import { providerNewsQueries } from '#projections/billing/provider-news.ts'
import { changeQueries, changes } from '#projections/changes/changes.ts'
import { accountQueries } from '#projections/directory/accounts.ts'
import { apiTokenQueries } from '#projections/directory/api-tokens.ts'
import { billingAccountQueries } from '#projections/directory/billing-account-queries.ts'
import { deletedTeamQueries } from '#projections/directory/deleted-teams.ts'
import { directory } from '#projections/directory/directory.ts'
import { invitationQueries } from '#projections/directory/invitations.ts'
import { pictureQueries } from '#projections/directory/pictures.ts'
import { teamInvitationQueries } from '#projections/directory/team-invitations.ts'
import { teamQueries } from '#projections/directory/teams.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { openReopened, type ReopenedDb } from '#projections/engine/reopened-db.ts'
import { contentsQueries } from '#projections/facilities/contents.ts'
import { expiringQueries } from '#projections/facilities/expiring.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileVersionQueries } from '#projections/facilities/file-versions.ts'
import { recordQueries } from '#projections/facilities/nouns.ts'
import { overviewQueries } from '#projections/facilities/overview.ts'
import { sampleRecordQueries } from '#projections/facilities/sample-records.ts'
import { shareQueries } from '#projections/facilities/shares.ts'
import { trashQueries } from '#projections/facilities/trash.ts'
import { imports } from '#projections/imports/imports.ts'
import { importQueries } from '#projections/imports/queries.ts'
import { announcementQueries, announcements } from '#projections/lists/announcements.ts'
import { inbox, inboxQueries } from '#projections/lists/inbox.ts'
import { personalTraceQueries, personalTraces } from '#projections/lists/personal-traces.ts'
import { metricQueries } from '#projections/metrics/metric-days.ts'
import { metricsProjection } from '#projections/metrics/metrics.ts'
import { oauthClientQueries } from '#projections/oauth/clients.ts'
import { oauthGrantQueries } from '#projections/oauth/grants.ts'
import { oauth } from '#projections/oauth/oauth.ts'
import { personalTokenQueries } from '#projections/oauth/personal-tokens.ts'
import { trafficQueries } from '#projections/traffic/queries.ts'
import { traffic } from '#projections/traffic/traffic.ts'
import { listLookQueries } from '#projections/views/list-looks.ts'
import { savedViewQueries } from '#projections/views/saved-views.ts'
import { views } from '#projections/views/views.ts'
import type { Readers } from './reader-pool.ts'
import { isSlow, slowQueries } from './slow-queries.ts'

/** The read models of a folder; `reopen` makes the queries of one read the file that has just been swapped in. */
type OpenedReadModels = { readModels: ReadModels; reopen: (name: string) => void; close: () => Promise<void> }

/** Opens the read models of a folder for queries, the slow ones by `readers`; the projector must have created them. */
export const openReadModels = (folder: string, readers: Readers): OpenedReadModels => {
  const opened = new Map<string, ReopenedDb>()
  const open = (projection: Projection): ReadDb => {
    const db = openReopened(folder, projection)
    opened.set(projection.name, db)
    return db
  }
  const people = open(directory)
  const records = open(facilities)
  const payments = open(billing)
  const grants = open(oauth)
  const looks = open(views)
  const readModels = {
    ...recordQueries(records),
    accounts: accountQueries(people),
    announcements: announcementQueries(open(announcements)),
    apiTokens: apiTokenQueries(people),
    arranged: slowQueries('facilities', readers.run),
    billingAccounts: billingAccountQueries(people),
    changes: changeQueries(open(changes)),
    comparisons: comparisonQueries(payments),
    contents: contentsQueries(records),
    contentByTeam: slowQueries('facilities', readers.run),
    fileVersions: fileVersionQueries(records),
    history: slowQueries('history', readers.run),
    imports: importQueries(open(imports)),
    inbox: inboxQueries(open(inbox)),
    listLooks: listLookQueries(looks),
    metrics: metricQueries(open(metricsProjection)),
    operatorSearches: slowQueries('directory', readers.run),
    deletedTeams: deletedTeamQueries(people),
    oauthClients: oauthClientQueries(grants),
    personalTokens: personalTokenQueries(grants),
    oauthGrants: oauthGrantQueries(grants),
    expiring: expiringQueries(records),
    overview: overviewQueries(records),
    personalTraces: personalTraceQueries(open(personalTraces)),
    pictures: pictureQueries(people),
    providerNews: providerNewsQueries(payments),
    sampleRecords: sampleRecordQueries(records),
    savedViews: savedViewQueries(looks),
    search: slowQueries('search', readers.run),
    shares: shareQueries(records),
    invitations: invitationQueries(people),
    invoices: invoiceQueries(payments),
    teamInvitations: teamInvitationQueries(people),
    teams: teamQueries(people),
    traffic: trafficQueries(open(traffic)),
    trash: trashQueries(records),
  }
  const reopen = (name: string) => {
    opened.get(name)?.reopen()
    if (isSlow(name)) readers.reopen(name)
  }
  const close = async () => {
    await readers.close()
    for (const db of opened.values()) db.close()
  }
  return { readModels, reopen, close }
}
