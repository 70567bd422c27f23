import type { Ledger } from '#api/event-store/ledger.ts'
import { empty, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { inOwnSession, presentBilling } from '#api/presenters/billing.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { closeTeam } from '#api/services/teams/close-team.ts'
import { restoreTeam as restoreDeleted } from '#api/services/teams/restore-team.ts'
import type { DeletedTeamRow } from '#projections/directory/deleted-teams.ts'
import type { TeamRow } from '#projections/directory/teams.ts'
import type { UserId } from '#schemas/ids.ts'
import { deletedBefore, restorableUntil } from '#schemas/records/trash.ts'
import { maxFound } from '#schemas/resources/kiosk-search.ts'
import {
  type DeletedTeam,
  deleteTeamAsOperator,
  type FoundTeam,
  listAllTeams,
  listDeletedTeams,
  restoreTeam,
  searchTeams,
} from '#schemas/resources/kiosk-teams.ts'

type Models = Pick<ReadModels, 'accounts' | 'billingAccounts' | 'deletedTeams' | 'operatorSearches' | 'pictures'>

/** Teams as operators list, look for, delete and restore them (D-96). */
export const kioskTeamRoutes = (ledger: Ledger, models: Models): Route[] => {
  const { accounts, deletedTeams, operatorSearches, pictures } = models

  const nameOf = (id: UserId) => ({ name: accounts.user(id)?.name ?? null })

  const present = ({ second_factor_required: _, ...row }: TeamRow): FoundTeam => ({
    ...row,
    owner: nameOf(row.owner_id),
    photo_url: pictures.urlOf(row.id),
    subscriptions: presentBilling(models, row, { viewer: inOwnSession, isPayer: true, trialEndsAt: row.trial_ends_at })
      .subscriptions,
  })

  const presentDeleted = ({ deleted_by, ...row }: DeletedTeamRow): DeletedTeam => ({
    ...row,
    owner: nameOf(row.owner_id),
    deleted_by_user: nameOf(deleted_by),
    restorable_until: restorableUntil(row.deleted_at),
  })

  return [
    route(listAllTeams, async ({ query }) => list(await operatorSearches.allTeams(query), present)),
    route(searchTeams, async ({ body: { query } }) =>
      resource((await operatorSearches.teams(query, maxFound)).map(present)),
    ),
    route(deleteTeamAsOperator, async ({ actor, params: { id }, context }) =>
      empty(await closeTeam(ledger, id, { by: actor.userId, asOperator: true }, context)),
    ),
    route(listDeletedTeams, ({ query }) => list(deletedTeams.since(deletedBefore(new Date()), query), presentDeleted)),
    route(restoreTeam, async ({ params: { id }, context }) => empty(await restoreDeleted(ledger, id, context))),
  ]
}
