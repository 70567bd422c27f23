import { composed } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { accountQueries, accounts } from './accounts.ts'
import { apiTokens } from './api-tokens.ts'
import { billingAccountQueries } from './billing-account-queries.ts'
import { billingAccounts } from './billing-accounts.ts'
import { deletedTeamQueries, deletedTeams } from './deleted-teams.ts'
import { invitationQueries, invitations } from './invitations.ts'
import { pictureQueries, pictures } from './pictures.ts'
import { teamInvitationQueries, teamInvitations } from './team-invitations.ts'
import { teamLimits } from './team-limits.ts'
import { teamQueries, teams } from './teams.ts'

/** The queries of users, teams and those they invite. `today` is the day where the installation is. */
export const directoryQueries = (db: ReadDb, today: () => CalendarDate) => ({
  accounts: accountQueries(db),
  billingAccounts: billingAccountQueries(db),
  deletedTeams: deletedTeamQueries(db),
  invitations: invitationQueries(db, today),
  pictures: pictureQueries(db),
  teamInvitations: teamInvitationQueries(db),
  teams: teamQueries(db, today),
})
export type DirectoryQueries = ReturnType<typeof directoryQueries>

/** Users, teams, memberships, invitations, API tokens and billing accounts, which decide who may do what. */
export const directory: Projection = {
  name: 'directory',
  version: 17,
  ...composed([
    accounts,
    teams,
    teamLimits,
    deletedTeams,
    invitations,
    teamInvitations,
    apiTokens,
    pictures,
    billingAccounts,
  ]),
}
