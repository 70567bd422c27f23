import { passwordResetOf } from '#api/adapters/one-time-codes.ts'
import { passwordResetDecider } from '#api/domain/password-reset.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import type { RegisteredUser } from '#api/domain/user-state.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { passwordResetStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { renewSession, requireConfirmed } from '#api/http/session.ts'
import { changeUser, loadUser } from '#api/services/accounts/own-user.ts'
import { refuseWeakPassword } from '#api/services/accounts/refused-passwords.ts'
import type { Secrets } from '#api/services/accounts/register-account.ts'
import { revokeTokens } from '#api/services/accounts/revoke-tokens.ts'
import { userByEmail } from '#api/services/accounts/user-by-email.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { PasswordResetId } from '#schemas/ids.ts'
import { changePassword, requestPasswordReset, resetPassword } from '#schemas/resources/passwords.ts'
import { resetLasts } from '#schemas/rights/password.ts'
import type { Credentials } from './sign-in.ts'

export const passwordRoutes = (
  ledger: Ledger,
  secrets: Secrets & Credentials,
  { directory: { teams }, programs }: ReadModels,
  forgive: (email: string) => Promise<void>,
): Route[] => {
  /** The reset request that a mailed link belongs to. Throws if it is used, expired or unknown. */
  const requestOf = async (token: string, at: string) => {
    const resetId = passwordResetOf(secrets.digest, token)
    const reset = resetId && (await load(ledger, passwordResetDecider, passwordResetStream(resetId)))
    if (reset?.status !== 'requested' || reset.userId === null || reset.expiresAt <= at) {
      throw new RuleBroken('reset-link-used')
    }
    return { userId: reset.userId, passwordVersion: reset.passwordVersion }
  }

  const refuseWeak = (password: string, { userId, name, email }: RegisteredUser) =>
    refuseWeakPassword(password, [name, email, ...teams.teamsOf(userId).map((team) => team.name)])

  return [
    route(changePassword, async ({ actor, body, context, request }) => {
      const present = await loadUser(ledger, actor.userId)
      const { passwordHash, passwordVersion, second } = present
      // The form has the password, but no code.
      if (second.active) requireConfirmed(request)
      if (!(await secrets.verifyPassword(body.current_password, passwordHash))) throw new RuleBroken('password-wrong')
      refuseWeak(body.password, present)
      const hash = await secrets.hashPassword(body.password)
      // First, so that a password that was changed never leaves tokens behind that were to end.
      if (body.revoke_tokens) await revokeTokens(ledger, programs, actor.userId, context)
      const command = { type: 'ChangePassword', passwordHash: hash, passwordVersion, by: 'settings' } as const
      const { user, position } = await changeUser(ledger, actor.userId, command, context)
      await renewSession(request, user)
      return empty(position)
    }),

    // The same is read and written whether or not the address has an account, so that the answer does not reveal it.
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
      const present = await loadUser(ledger, userId)
      refuseWeak(body.password, present)
      const passwordHash = await secrets.hashPassword(body.password)
      // A link that is void by now, which the command says, ends nothing.
      const isGood = present.passwordVersion === passwordVersion
      if (body.revoke_tokens && isGood) await revokeTokens(ledger, programs, userId, context)
      const command = { type: 'ChangePassword', passwordHash, passwordVersion, by: 'reset' } as const
      const { user, position } = await changeUser(ledger, userId, command, context)
      if (user.email !== null) await forgive(user.email)
      return resource({ redirect: '/login' }, position)
    }),
  ]
}
