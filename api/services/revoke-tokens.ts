import { apiTokenDecider } from '#api/domain/api-token.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { apiTokenStream } from '#api/event-store/streams.ts'
import type { ApiTokenQueries } from '#projections/directory/api-tokens.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { UserId } from '#schemas/ids.ts'

/** Revokes all API tokens of a user, in every team: whoever knew the password may have made one. */
export const revokeTokens = async (
  ledger: Ledger,
  tokens: Pick<ApiTokenQueries, 'idsOf'>,
  userId: UserId,
  context: CommandContext,
): Promise<void> => {
  const command = { type: 'RevokeApiToken', userId } as const
  for (const id of tokens.idsOf(userId)) {
    await handle(ledger, apiTokenDecider, apiTokenStream(id), command, { ...context, actor: userId })
  }
}
