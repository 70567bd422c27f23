import type { ReadDb } from '#projections/engine/read-db.ts'
import { accountQueries } from './accounts.ts'
import { apiTokenQueries } from './api-tokens.ts'
import { billingAccountQueries } from './billing-account-queries.ts'
import { deletedTeamQueries } from './deleted-teams.ts'
import { invitationQueries } from './invitations.ts'
import { pictureQueries } from './pictures.ts'
import { teamInvitationQueries } from './team-invitations.ts'
import { teamQueries } from './teams.ts'

/** The queries of users, teams and those they invite. */
export const directoryQueries = (db: ReadDb) => ({
  accounts: accountQueries(db),
  apiTokens: apiTokenQueries(db),
  billingAccounts: billingAccountQueries(db),
  deletedTeams: deletedTeamQueries(db),
  invitations: invitationQueries(db),
  pictures: pictureQueries(db),
  teamInvitations: teamInvitationQueries(db),
  teams: teamQueries(db),
})
export type DirectoryQueries = ReturnType<typeof directoryQueries>
