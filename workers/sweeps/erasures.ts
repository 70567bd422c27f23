import type { ContentStore } from '#api/adapters/content-store.ts'
import type { KeyStore } from '#api/adapters/key-store.ts'
import { reservationDecider } from '#api/domain/reservation.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { type TeamCommand, teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { emailReservation, teamStream, userStream } from '#api/event-store/streams.ts'
import type { ErasureQueries, OpenErasure } from '#projections/sweeps/open-erasures.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'

export type ErasureTools = {
  ledger: Ledger
  erasures: ErasureQueries
  digest: (purpose: string, text: string) => string
  keys: Pick<KeyStore, 'destroy'>
  content: Pick<ContentStore, 'purge'>
  /** Tells the person by mail, while their address can be read. */
  sayFarewell: (erasure: OpenErasure) => Promise<void>
  /** Ends every session of a user and removes all traces of them. */
  endSessions: (userId: UserId) => Promise<void>
  /** Removes the mails and text messages that these events or users asked for from the catcher's folder. */
  removeMessages: (ids: readonly string[]) => Promise<void>
}

/** Metadata of one step of an erasure: the same command id at every try. */
const contextOf = (eventId: string, step: string, now: Date, teamId: TeamId | null = null) =>
  contextOfStep({ worker: 'erasures', teamId, about: eventId }, step, now)

/** Releases the reservations of the user's addresses. The addresses can be read only while the key exists. */
const releaseEmails = async ({ ledger, digest }: ErasureTools, { userId, eventId }: OpenErasure, now: Date) => {
  for (const { type, data } of await ledger.read(userStream(userId))) {
    if ((type !== 'UserRegistered' && type !== 'ContactUpdated') || data.email === null) continue
    const stream = emailReservation(digest, data.email)
    const reservation = await load(ledger, reservationDecider, stream)
    if (reservation.status === 'free' || reservation.holderId !== userId) continue
    const { claimId } = reservation
    const context = contextOf(eventId, `release/${stream}/${claimId}`, now)
    await handle(ledger, reservationDecider, stream, { type: 'ReleaseReservation', claimId }, context)
  }
}

type Membership = ReturnType<ErasureQueries['memberships']>[number]

/** A team that the person founded at the moment of the erasure is deleted with its owner. */
const leave = async ({ ledger }: ErasureTools, { userId, teamId, eventId }: Membership, now: Date) => {
  const order = (command: TeamCommand) =>
    handle(ledger, teamDecider, teamStream(teamId), command, contextOf(eventId, command.type + teamId, now, teamId))
  try {
    await order({ type: 'RemoveMember', userId, by: userId })
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error
    if (error.rule === 'owner-cannot-leave') await order({ type: 'DeleteTeam', by: userId, alone: true })
    // Otherwise the read model lags behind the log: the team or the member is gone already.
  }
}

const finish = async (tools: ErasureTools, erasure: OpenErasure, now: Date): Promise<void> => {
  const { userId, eventId, personIds } = erasure
  const messages = tools.erasures.messagesOf(personIds)
  const allWritten = messages.every(({ settled }) => settled === 1)
  // What has to wait comes first, so that nobody is told twice.
  await releaseEmails(tools, erasure, now)
  await tools.sayFarewell(erasure)
  await tools.endSessions(userId)
  await tools.content.purge(userId)
  for (const personId of [...personIds, accountOf({ id: userId })]) await tools.keys.destroy(personId)
  await tools.removeMessages([eventId, userId, ...messages.map((message) => message.eventId)])
  // A message that is being sent is written before it is settled, so the next pass finds it.
  if (!allWritten) return
  const context = contextOf(eventId, 'finish', now)
  await handle(tools.ledger, userDecider, userStream(userId), { type: 'FinishErasure' }, context)
}

/**
 * Carries out PersonErased, which is durable by now (D-90): leaves the teams, releases the e-mail addresses, tells the person, ends the
 * sessions, removes the photo, destroys the keys and removes the mails. Running twice is safe, and the next pass
 * repeats what a crash interrupted: every step starts from the remaining data.
 */
export const finishErasures = async (tools: ErasureTools, now: Date): Promise<void> => {
  for (const membership of tools.erasures.memberships()) await leave(tools, membership, now)
  for (const erasure of tools.erasures.open()) await finish(tools, erasure, now)
}
