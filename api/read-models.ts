import { accountQueries, accounts } from '#projections/accounts.ts'
import { announcementQueries, announcements } from '#projections/announcements.ts'
import { apiTokenQueries, apiTokens } from '#projections/api-tokens.ts'
import { categories, categoryQueries } from '#projections/categories.ts'
import { changeQueries, changes } from '#projections/changes.ts'
import { clientQueries, clients } from '#projections/clients.ts'
import { documentQueries, documents } from '#projections/documents.ts'
import { fileQueries, files } from '#projections/files.ts'
import { historyQueries } from '#projections/history/queries.ts'
import { history } from '#projections/history.ts'
import { imports } from '#projections/imports/imports.ts'
import { importQueries } from '#projections/imports/queries.ts'
import { inbox, inboxQueries } from '#projections/inbox.ts'
import { invitationQueries, invitations } from '#projections/invitations.ts'
import { metricQueries } from '#projections/metric-days.ts'
import { metricsProjection } from '#projections/metrics.ts'
import { personalTraceQueries, personalTraces } from '#projections/personal-traces.ts'
import { pictureQueries, pictures } from '#projections/pictures.ts'
import type { Projection } from '#projections/projection.ts'
import type { ReadDb } from '#projections/read-db.ts'
import { openReopened, type ReopenedDb } from '#projections/reopened-db.ts'
import { searchQueries } from '#projections/search/queries.ts'
import { search } from '#projections/search/search.ts'
import { siteQueries, sites } from '#projections/sites.ts'
import { teamInvitationQueries, teamInvitations } from '#projections/team-invitations.ts'
import { teamQueries, teams } from '#projections/teams.ts'
import { trashQueries } from '#projections/trash/queries.ts'
import { trash } from '#projections/trash/trash.ts'
import { visitQueries, visits } from '#projections/visits.ts'
import type { ReadModels } from './routes/reading.ts'

/** The read models of a folder; `reopen` makes the queries of one read the file that is now in place. */
type OpenedReadModels = { readModels: ReadModels; reopen: (name: string) => void; close: () => void }

/** Opens the read models of a folder for queries; the projector must have made them. */
export const openReadModels = (folder: string): OpenedReadModels => {
  const opened = new Map<string, ReopenedDb>()
  const open = (projection: Projection): ReadDb => {
    const db = openReopened(folder, projection)
    opened.set(projection.name, db)
    return db
  }
  const readModels = {
    accounts: accountQueries(open(accounts)),
    announcements: announcementQueries(open(announcements)),
    apiTokens: apiTokenQueries(open(apiTokens)),
    categories: categoryQueries(open(categories)),
    changes: changeQueries(open(changes)),
    clients: clientQueries(open(clients)),
    documents: documentQueries(open(documents)),
    files: fileQueries(open(files)),
    history: historyQueries(open(history)),
    imports: importQueries(open(imports)),
    inbox: inboxQueries(open(inbox)),
    metrics: metricQueries(open(metricsProjection)),
    personalTraces: personalTraceQueries(open(personalTraces)),
    pictures: pictureQueries(open(pictures)),
    search: searchQueries(open(search)),
    sites: siteQueries(open(sites)),
    invitations: invitationQueries(open(invitations)),
    teamInvitations: teamInvitationQueries(open(teamInvitations)),
    teams: teamQueries(open(teams)),
    trash: trashQueries(open(trash)),
    visits: visitQueries(open(visits)),
  }
  const reopen = (name: string) => opened.get(name)?.reopen()
  const close = () => {
    for (const db of opened.values()) db.close()
  }
  return { readModels, reopen, close }
}
