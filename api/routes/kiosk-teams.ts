import type { Ledger } from '#api/event-store/ledger.ts'
import { empty, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentBilling } from '#api/presenters/billing.ts'
import { closeTeam } from '#api/services/close-team.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { TeamRow } from '#projections/directory/teams.ts'
import { maxFound } from '#schemas/resources/kiosk-search.ts'
import { deleteTeamAsOperator, type FoundTeam, listAllTeams, searchTeams } from '#schemas/resources/kiosk-teams.ts'

type Models = Pick<ReadModels, 'accounts' | 'billingAccounts' | 'operatorSearches' | 'pictures'>

/** Teams as operators list, look for and delete them (API2G-20 to API2G-22). */
export const kioskTeamRoutes = (ledger: Ledger, models: Models): Route[] => {
  const { accounts, operatorSearches, pictures } = models

  const present = ({ second_factor_required: _, ...row }: TeamRow): FoundTeam => ({
    ...row,
    owner: { name: accounts.user(row.owner_id)?.name ?? null },
    photo_url: pictures.urlOf(row.id),
    subscriptions: presentBilling(models, row, { as: 'payer', trialEndsAt: row.trial_ends_at }).subscriptions,
  })

  return [
    route(listAllTeams, ({ query }) => list(operatorSearches.allTeams(query), present)),
    route(searchTeams, ({ body: { query } }) => resource(operatorSearches.teams(query, maxFound).map(present))),
    route(deleteTeamAsOperator, async ({ actor, params: { id }, context }) =>
      empty(await closeTeam(ledger, id, { by: actor.userId, asOperator: true }, context)),
    ),
  ]
}
