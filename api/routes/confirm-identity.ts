import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { forbidden, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { SecurityLog } from '#api/http/security-log.ts'
import { confirmSession } from '#api/http/session.ts'
import { changeUser, loadUser } from '#api/services/accounts/own-user.ts'
import { factorWays } from '#api/services/accounts/second-factors.ts'
import { confirmIdentity } from '#schemas/resources/sessions.ts'
import { proofHere, sendSessionCode } from './session-text-codes.ts'
import type { Credentials } from './sign-in.ts'

const wrong = {
  password: () =>
    invalidField('password', 'The given password does not match our records.').recordedAs('password_refused'),
  code: () => invalidField('code', 'The code is not valid, or has been used already.').recordedAs('code_refused'),
}

/** Confirms who sits at a session before a change that decides about sign-in, money or a whole team (D-100). */
export const confirmIdentityRoutes = (
  ledger: Ledger,
  { digest, verifyPassword, countText }: Credentials,
  security: SecurityLog,
): Route[] => [
  route(confirmIdentity, async ({ actor: { userId }, body, context, request }) => {
    // A Bearer token acts for the session of a page; only the page itself asks its user.
    if (request.session?.userId !== userId) throw forbidden()
    const { passwordHash, passwordVersion, second } = await loadUser(ledger, userId)
    if (!(await verifyPassword(body.password, passwordHash))) throw wrong.password()
    const { active } = second
    if (active && body.code === undefined) {
      const { method } = active
      if (factorWays[method].sendsCode) await sendSessionCode(request, { ledger, countText }, userId, context)
      return resource({ second_factor: method })
    }
    const accepted =
      active && factorWays[active.method].proofOf(second, active, body.code ?? '', new Date(context.at), digest)
    const proof = proofHere(request, accepted ?? undefined)
    if (active && !proof) throw wrong.code()
    const command = { type: 'ConfirmIdentity', passwordVersion, proof: proof ?? null, at: context.at } as const
    const { position } = await changeUser(ledger, userId, command, context)
    await confirmSession(request)
    security('identity_confirmed', request)
    return resource({}, position)
  }),
]
