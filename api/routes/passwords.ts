import { passwordResetOf } from '#api/adapters/one-time-codes.ts'
import { passwordResetDecider } from '#api/domain/password-reset.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { passwordResetStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { renewSession } from '#api/http/session.ts'
import { PasswordResetId } from '#schemas/ids.ts'
import { resetLasts } from '#schemas/password.ts'
import { changePassword, requestPasswordReset, resetPassword } from '#schemas/resources/passwords.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { changeUser, loadUser } from './own-user.ts'
import type { Secrets } from './register-account.ts'
import type { Credentials } from './sign-in.ts'
import { userByEmail } from './user-by-email.ts'

export const passwordRoutes = (ledger: Ledger, secrets: Secrets & Credentials): Route[] => {
  /** The request that a mailed link belongs to, while it counts. */
  const requestOf = async (token: string, at: string) => {
    const resetId = passwordResetOf(secrets.digest, token)
    const reset = resetId && (await load(ledger, passwordResetDecider, passwordResetStream(resetId)))
    if (reset?.status !== 'requested' || reset.userId === null || reset.expiresAt <= at) {
      throw new RuleBroken('reset-link-used')
    }
    return { userId: reset.userId, passwordVersion: reset.passwordVersion }
  }

  return [
    route(changePassword, async ({ actor, body, context, request }) => {
      const { passwordHash, passwordVersion } = await loadUser(ledger, actor.userId)
      if (!(await secrets.verifyPassword(body.current_password, passwordHash))) throw new RuleBroken('password-wrong')
      refuseCommonPassword(body.password)
      const hash = await secrets.hashPassword(body.password)
      const command = { type: 'ChangePassword', passwordHash: hash, passwordVersion, by: 'settings' } as const
      const { user, position } = await changeUser(ledger, actor.userId, command, context)
      await renewSession(request, user)
      return empty(position)
    }),

    // The same is read and written whether anybody has this address or not.
    route(requestPasswordReset, async ({ body, context }) => {
      const user = await userByEmail(ledger, secrets.digest, body.email)
      const resetId = PasswordResetId.parse(idMadeBy(context.commandId, 'password-reset'))
      const expiresAt = new Date(Date.parse(context.at) + resetLasts).toISOString()
      const whose = { userId: user?.userId ?? null, passwordVersion: user?.passwordVersion ?? 0 }
      const command = { type: 'RequestPasswordReset', request: { resetId, ...whose, expiresAt } } as const
      await handle(ledger, passwordResetDecider, passwordResetStream(resetId), command, context)
      return empty()
    }),

    route(resetPassword, async ({ body, context }) => {
      const { userId, passwordVersion } = await requestOf(body.token, context.at)
      refuseCommonPassword(body.password)
      const passwordHash = await secrets.hashPassword(body.password)
      const command = { type: 'ChangePassword', passwordHash, passwordVersion, by: 'reset' } as const
      const { position } = await changeUser(ledger, userId, command, context)
      return resource({ redirect: '/login' }, position)
    }),
  ]
}
