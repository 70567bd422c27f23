import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { accounts } from './accounts.ts'
import { apiTokens } from './api-tokens.ts'
import { billingAccounts } from './billing-accounts.ts'
import { deletedTeams } from './deleted-teams.ts'
import { invitations } from './invitations.ts'
import { pictures } from './pictures.ts'
import { teamInvitations } from './team-invitations.ts'
import { teamLimits } from './team-limits.ts'
import { teams } from './teams.ts'

const parts = [
  accounts,
  teams,
  teamLimits,
  deletedTeams,
  invitations,
  teamInvitations,
  apiTokens,
  pictures,
  billingAccounts,
]

/** Users, teams, memberships, invitations, API tokens and billing accounts, which decide who may do what. */
export const directory: Projection = {
  name: 'directory',
  version: 15,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
}
