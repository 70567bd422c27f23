import { passwordResetToken } from '#api/adapters/one-time-codes.ts'
import { passwordResetDecider } from '#api/domain/password-reset.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { passwordResetStream } from '#api/event-store/streams.ts'
import { PasswordResetId } from '#schemas/ids.ts'
import type { TestApp } from './app.ts'
import { contextOf } from './contexts.ts'
import { newCommandId } from './new-ids.ts'
import type { Member } from './teams.ts'

/** The token of a link that is mailed to a user who still has their first password. */
export const resetTokenFor = async (app: TestApp, { userId }: Pick<Member, 'userId'>): Promise<string> => {
  const resetId = PasswordResetId.parse(newCommandId())
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const request = { resetId, userId, passwordVersion: 1, expiresAt }
  const command = { type: 'RequestPasswordReset', request } as const
  await handle(app.ledger, passwordResetDecider, passwordResetStream(resetId), command, contextOf(null, null))
  return passwordResetToken(app.digest, resetId)
}
