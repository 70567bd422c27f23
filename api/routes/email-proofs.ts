import { emailProofUser, isEmailProof } from '#api/adapters/one-time-codes.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { HttpProblem } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { changeAddress } from '#api/services/accounts/contact.ts'
import { changeUser } from '#api/services/accounts/own-user.ts'
import { requestEmailProof, verifyEmail } from '#schemas/resources/email-proofs.ts'

const taken = () => new HttpProblem(410, { message: 'Another account uses this email address by now.' })

/** Routes by which users verify their e-mail address (D-94). */
export const emailProofRoutes = (ledger: Ledger, digest: (purpose: string, text: string) => string): Route[] => {
  /**
   * The user, and which address of theirs a link verifies: the present or the pending one. Throws if the link is forged
   * or the user has another address by now.
   */
  const provenBy = async (token: string) => {
    const userId = emailProofUser(token)
    const user = userId && (await load(ledger, userDecider, userStream(userId)))
    if (user?.status !== 'registered') throw new RuleBroken('email-proof-void')
    const email = [user.email, user.pendingEmail].find(
      (each) => each !== null && isEmailProof(digest, user.userId, each, token),
    )
    if (!email) throw new RuleBroken('email-proof-void')
    return { user, email }
  }

  return [
    route(requestEmailProof, async ({ actor, context }) => {
      if (actor.verified) return empty()
      return empty((await changeUser(ledger, actor.userId, { type: 'RequestEmailProof' }, context)).position)
    }),

    route(verifyEmail, async ({ body, context }) => {
      const { user, email } = await provenBy(body.token)
      try {
        const { position } = await changeAddress(ledger, digest, user, { type: 'VerifyEmail', email }, context)
        return resource({ redirect: '/dashboard' }, position)
      } catch (error) {
        if (error instanceof RuleBroken && error.rule === 'email-taken') throw taken()
        throw error
      }
    }),
  ]
}
