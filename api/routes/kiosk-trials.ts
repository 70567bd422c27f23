import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { asOperatorSees, inOwnSession } from '#api/presenters/billing.ts'
import { presentTeam } from '#api/presenters/team.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { changeTrialEnd } from '#schemas/resources/kiosk-trials.ts'

/** Trials that operators make longer or shorter. */
export const kioskTrialRoutes = (
  ledger: Ledger,
  models: Pick<ReadModels, 'accounts' | 'billingAccounts' | 'pictures' | 'teams'>,
): Route[] => [
  route(changeTrialEnd, async ({ params: { teamId }, body, actor, context }) => {
    const row = orNotFound(models.teams.team(teamId))
    const command = { type: 'ChangeTrialEnd', trialEndsAt: `${body.trial_ends_at}T23:59:59.999Z` } as const
    const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
    const seen = { ...inOwnSession, userId: row.owner_id, twoFactor: true }
    const present = () => asOperatorSees(actor, presentTeam(models, models.teams.team(teamId) ?? row, seen))
    return resource(present, position)
  }),
]
