import type { ContentStore } from '#api/adapters/content-store.ts'
import type { KeyStore } from '#api/adapters/key-store.ts'
import { reservationDecider } from '#api/domain/reservation.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { slugReservation, teamStream } from '#api/event-store/streams.ts'
import type { DeletedTeam, DeletedTeamQueries } from '#projections/sweeps/deleted-teams.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import { deletedBefore } from '#schemas/records/trash.ts'
import { forEachInOrder } from './sweeps.ts'

export type PurgeTools = {
  ledger: Ledger
  deletedTeams: DeletedTeamQueries
  digest: (purpose: string, text: string) => string
  keys: Pick<KeyStore, 'destroy'>
  content: Pick<ContentStore, 'purge'>
}

/** Milliseconds that a purge waits beyond the 30 days, so that no restore is still under way when it begins. */
const grace = 60 * 60 * 1000

/** Metadata of one step of a purge: the same command id at every try. */
const contextOf = ({ teamId, eventId }: DeletedTeam, step: string, now: Date) =>
  contextOfStep({ worker: 'purges', teamId, about: eventId }, step, now)

/** Releases the reservation of the slug. */
const releaseSlug = async ({ ledger, digest }: PurgeTools, team: DeletedTeam, slug: string, now: Date) => {
  const stream = slugReservation(digest, slug)
  const reservation = await load(ledger, reservationDecider, stream)
  if (reservation.status === 'free' || reservation.holderId !== team.teamId) return
  const command = { type: 'ReleaseReservation', claimId: reservation.claimId } as const
  await handle(ledger, reservationDecider, stream, command, contextOf(team, 'release', now))
}

const purge = async (tools: PurgeTools, team: DeletedTeam, now: Date): Promise<void> => {
  const { ledger, keys, content } = tools
  const history = await ledger.read(teamStream(team.teamId))
  const last = history.findLast(({ type }) => type === 'TeamDeleted' || type === 'TeamRestored')
  // The read model lags behind the log: the team was restored.
  if (last?.id !== team.eventId) return
  for (const { type, data } of history) {
    if (type === 'TeamCreated') await releaseSlug(tools, team, data.slug, now)
    // Keys of invitations belong to the team; a user's own key belongs to the user.
    if (type === 'InvitationSent' && data.personId === data.invitationId) await keys.destroy(data.personId)
  }
  await keys.destroy(accountOf({ id: team.teamId }))
  await content.purge(team.teamId)
  const context = contextOf(team, 'purge', now)
  await handle(ledger, teamDecider, teamStream(team.teamId), { type: 'PurgeTeam' }, context)
}

/**
 * Purges teams 30 days after their deletion (D-96): content, keys of their invitations, and the reservation of their
 * slug. Running twice is safe: every step starts from the remaining data, and the event is recorded last.
 */
export const purgeTeams = async (tools: PurgeTools, now: Date): Promise<void> => {
  const due = tools.deletedTeams.before(deletedBefore(new Date(now.getTime() - grace)))
  await forEachInOrder(due, (team) => purge(tools, team, now))
}
