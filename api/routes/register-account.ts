import { userDecider } from '#api/domain/user.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { emailReservation, slugReservation, userStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { foundTeam } from './found-team.ts'
import type { Claim } from './reserve.ts'
import { whileClaimed } from './while-claimed.ts'

export type Secrets = {
  /** A keyed digest of what is reserved. */
  digest: (purpose: string, text: string) => string
  hashPassword: (password: string) => Promise<string>
}

/** `askProof`: the address is to be verified (D-94). */
type Person = { name: string; email: string; password: string; askProof: boolean }

/** The team that somebody founds; null for who registers by invitation and joins another. */
type OwnTeam = { name: string; slug: string; before?: (ids: { userId: UserId; teamId: TeamId }) => Promise<unknown> }

/**
 * Creates a user, with a team of their own where one is asked for (D-89): e-mail and slug are claimed first, and the
 * user comes last, so whoever can sign in has the team that they founded. `before` runs ahead of the team.
 * Throws RuleBroken 'email-taken' or 'slug-taken', and what `before` throws.
 */
export const registerAccount = async (
  ledger: Ledger,
  secrets: Secrets,
  { name, email, password, askProof }: Person,
  ownTeam: OwnTeam | null,
  given: CommandContext,
): Promise<{ userId: UserId; teamId: TeamId | null; position: string | null }> => {
  const { commandId } = given
  const userId = UserId.parse(idMadeBy(commandId, 'user'))
  const teamId = TeamId.parse(idMadeBy(commandId, 'team'))
  const via = { kind: 'registration', id: null } as const
  const context: CommandContext = { ...given, actor: userId, teamId: ownTeam && teamId, via }

  const claims: Claim[] = [{ kind: 'email', stream: emailReservation(secrets.digest, email), holderId: userId }]
  if (ownTeam) claims.push({ kind: 'slug', stream: slugReservation(secrets.digest, ownTeam.slug), holderId: teamId })

  refuseCommonPassword(password)
  // Hashed before anything is looked up, so that an address that is taken answers no faster.
  const passwordHash = await secrets.hashPassword(password)
  const { position } = await whileClaimed(ledger, claims, context, async () => {
    if (ownTeam) {
      await ownTeam.before?.({ userId, teamId })
      const { name, slug } = ownTeam
      await foundTeam(ledger, { teamId, ownerId: userId, name, slug, limit: null }, context)
    }
    const command = { type: 'RegisterUser', userId, name, email, passwordHash, askProof } as const
    await handle(ledger, userDecider, userStream(userId), command, context)
  })
  return { userId, teamId: ownTeam && teamId, position }
}
