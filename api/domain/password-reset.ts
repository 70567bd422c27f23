import type { PasswordResetEvent } from '#schemas/events/user.ts'
import type { UserId } from '#schemas/ids.ts'
import { type Decider, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

/** `userId` is null if no account has the address. */
type PasswordReset =
  | { status: 'none' }
  | { status: 'requested'; userId: UserId | null; passwordVersion: number; expiresAt: string }

type PasswordResetCommand = {
  type: 'RequestPasswordReset'
  request: PasswordResetEvent['data']
}

const initialState: PasswordReset = { status: 'none' }

const evolve = evolveBy<PasswordReset, PasswordResetEvent>({
  PasswordResetRequested: (_reset, { userId, passwordVersion, expiresAt }) => ({
    status: 'requested',
    userId,
    passwordVersion,
    expiresAt,
  }),
})

const request = (reset: PasswordReset, command: PasswordResetCommand): PasswordResetEvent[] => {
  if (reset.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'PasswordResetRequested', data: command.request }]
}

/** A request for a link to set a new password; the user's stream ensures that a link works once. */
export const passwordResetDecider: Decider<PasswordReset, PasswordResetCommand, PasswordResetEvent> = {
  initialState,
  evolve,
  decide: request,
}
