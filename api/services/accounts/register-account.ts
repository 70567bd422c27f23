import { type EmailProof, userDecider } from '#api/domain/user.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { emailReservation, slugReservation, userStream } from '#api/event-store/streams.ts'
import { foundTeam } from '#api/sagas/found-team.ts'
import type { Claim } from '#api/sagas/reserve.ts'
import type { CommandContext } from '#schemas/event.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { refuseWeakPassword } from './refused-passwords.ts'
import { whileClaimed } from './while-claimed.ts'

export type Secrets = {
  /** A keyed digest, so that reserved values are not stored in the clear. */
  digest: (purpose: string, text: string) => string
  hashPassword: (password: string) => Promise<string>
}

export type RegisteringSecrets = Secrets & {
  /** Makes the key of a new person. */
  makeKey: (personId: string) => Promise<unknown>
}

/** `proof` is of the address (D-94, D-99). */
export type Person = { name: string; email: string; password: string; proof?: EmailProof }

/** The team that a new user founds; null for a user who joins another team by invitation. */
type OwnTeam = { name: string; slug: string; before?: (ids: { userId: UserId; teamId: TeamId }) => Promise<unknown> }

/**
 * Creates a user, and a team of their own if wanted (D-89). E-mail and slug are claimed first and the user is created
 * last, so that every user who can sign in has the team that they founded. `before` runs before the team is created.
 * Throws RuleBroken 'email-taken' or 'slug-taken', and what `before` throws.
 */
export const registerAccount = async (
  ledger: Ledger,
  secrets: RegisteringSecrets,
  { name, email, password, proof }: Person,
  ownTeam: OwnTeam | null,
  requestContext: CommandContext,
): Promise<{ userId: UserId; teamId: TeamId | null; position: string | null }> => {
  const { commandId } = requestContext
  const userId = UserId.parse(idMadeBy(commandId, 'user'))
  const teamId = TeamId.parse(idMadeBy(commandId, 'team'))
  const via = { kind: 'registration', id: null } as const
  const context: CommandContext = { ...requestContext, actor: userId, teamId: ownTeam && teamId, via }

  const claims: Claim[] = [{ kind: 'email', stream: emailReservation(secrets.digest, email), holderId: userId }]
  if (ownTeam) claims.push({ kind: 'slug', stream: slugReservation(secrets.digest, ownTeam.slug), holderId: teamId })

  refuseWeakPassword(password, [name, email, ownTeam?.name ?? null])
  // Hashed before any lookup, so that response times do not reveal whether an address is taken.
  const passwordHash = await secrets.hashPassword(password)
  // Without it nothing is recorded.
  await secrets.makeKey(userId)
  const { position } = await whileClaimed(ledger, claims, context, async () => {
    if (ownTeam) {
      await ownTeam.before?.({ userId, teamId })
      const { name, slug } = ownTeam
      await foundTeam(ledger, { teamId, ownerId: userId, name, slug, limit: null }, context)
    }
    const person = { name, email, passwordHash, ...(proof ? { proof } : {}) }
    const command = { type: 'RegisterUser', userId, ...person } as const
    await handle(ledger, userDecider, userStream(userId), command, context)
  })
  return { userId, teamId: ownTeam && teamId, position }
}
