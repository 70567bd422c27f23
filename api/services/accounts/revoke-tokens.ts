import { apiTokenDecider } from '#api/domain/api-token.ts'
import { oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import { personalTokenDecider } from '#api/domain/personal-token.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { apiTokenStream, oauthGrantStream, personalTokenStream } from '#api/event-store/streams.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { UserId } from '#schemas/ids.ts'

/**
 * Revokes all API tokens and personal access tokens of a user, and what they have allowed apps, in every team: whoever knew
 * the password may have made one.
 */
export const revokeTokens = async (
  ledger: Ledger,
  { apiTokens, oauthGrants, personalTokens }: ReadModels['programs'],
  userId: UserId,
  context: CommandContext,
): Promise<void> => {
  const byUser = { ...context, actor: userId }
  for (const id of apiTokens.idsOf(userId)) {
    await handle(ledger, apiTokenDecider, apiTokenStream(id), { type: 'RevokeApiToken', userId }, byUser)
  }
  for (const { id } of personalTokens.ofUser(userId)) {
    const command = { type: 'RevokePersonalToken', userId } as const
    await handle(ledger, personalTokenDecider, personalTokenStream(id), command, byUser)
  }
  for (const { id } of oauthGrants.ofUser(userId, context.at)) {
    await handle(ledger, oauthGrantDecider, oauthGrantStream(id), { type: 'RevokeGrant', userId }, byUser)
  }
}
