import { reservationDecider } from '#api/domain/reservation.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { emailReservation, slugReservation, teamStream, userStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ReservationKind } from '#schemas/events/reservation.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { trialDays } from '#schemas/plans.ts'
import type { Registration } from '#schemas/resources/registration.ts'

/** How long a claim holds before a sweeper looks whether its account ever came, in milliseconds. */
const claimLasts = 60_000

export type Secrets = {
  /** A keyed digest of what is reserved. */
  digest: (purpose: string, text: string) => string
  hashPassword: (password: string) => Promise<string>
}

type Claim = { kind: ReservationKind; stream: string; holderId: string }

const plus = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString()

/**
 * Creates a user and a team of their own (D-89): e-mail and slug are claimed first, so of two that want the same one
 * gets it; a refusal releases what was claimed, and what a crash leaves behind a sweeper settles.
 * Throws RuleBroken 'email-taken' or 'slug-taken'.
 */
export const registerAccount = async (
  ledger: Ledger,
  secrets: Secrets,
  form: Registration,
  given: CommandContext,
): Promise<{ userId: UserId; teamId: TeamId; position: string | null }> => {
  const { commandId } = given
  const userId = UserId.parse(idMadeBy(commandId, 'user'))
  const teamId = TeamId.parse(idMadeBy(commandId, 'team'))
  const context: CommandContext = { ...given, actor: userId, teamId, via: { kind: 'registration', id: null } }

  const reserve = (
    { kind, stream, holderId }: Claim,
    type: 'ClaimReservation' | 'ConfirmReservation' | 'ReleaseReservation',
  ) => {
    const command = { type, kind, holderId, claimId: commandId, expiresAt: plus(context.at, claimLasts) }
    // Each step is a command of its own: one stream holds the claim and what became of it.
    const step = { ...context, commandId: idMadeBy(commandId, type) as typeof commandId, causationId: commandId }
    return handle(ledger, reservationDecider, stream, command, step)
  }

  const claims: Claim[] = [
    { kind: 'email', stream: emailReservation(secrets.digest, form.email), holderId: userId },
    { kind: 'slug', stream: slugReservation(secrets.digest, form.team_slug), holderId: teamId },
  ]
  // Hashed before anything is looked up, so that an address that is taken answers no faster.
  const passwordHash = await secrets.hashPassword(form.password)
  const claimed: Claim[] = []
  try {
    for (const claim of claims) {
      await reserve(claim, 'ClaimReservation')
      claimed.push(claim)
    }
  } catch (error) {
    // Whether an append came through may be unknown; then the sweeper finds out.
    if (error instanceof RuleBroken) for (const claim of claimed) await reserve(claim, 'ReleaseReservation')
    throw error
  }
  const trialEndsAt = plus(context.at, trialDays * 24 * 60 * 60 * 1000)
  const team = { teamId, ownerId: userId, name: form.team, slug: form.team_slug, trialEndsAt }
  await handle(ledger, teamDecider, teamStream(teamId), { type: 'CreateTeam', ...team }, context)
  // The user comes last: whoever can sign in has a team.
  const user = { userId, name: form.name, email: form.email, passwordHash }
  await handle(ledger, userDecider, userStream(userId), { type: 'RegisterUser', ...user }, context)
  let position: string | null = null
  for (const claim of claims) position = (await reserve(claim, 'ConfirmReservation')).position
  return { userId, teamId, position }
}
