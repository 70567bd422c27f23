import { emailProofUser, isEmailProof } from '#api/adapters/one-time-codes.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { changeUser } from '#api/services/own-user.ts'
import { requestEmailProof, verifyEmail } from '#schemas/resources/email-proofs.ts'

/** Routes by which users verify their e-mail address (D-94). */
export const emailProofRoutes = (ledger: Ledger, digest: (purpose: string, text: string) => string): Route[] => {
  /** The user and address that a link verifies. Throws if the link is forged or the user has another address by now. */
  const provenBy = async (token: string) => {
    const userId = emailProofUser(token)
    const user = userId && (await load(ledger, userDecider, userStream(userId)))
    if (user?.status !== 'registered' || user.email === null || !isEmailProof(digest, user.userId, user.email, token)) {
      throw new RuleBroken('email-proof-void')
    }
    return { userId: user.userId, email: user.email }
  }

  return [
    route(requestEmailProof, async ({ actor, context }) => {
      if (actor.verified) return empty()
      return empty((await changeUser(ledger, actor.userId, { type: 'RequestEmailProof' }, context)).position)
    }),

    route(verifyEmail, async ({ body, context }) => {
      const { userId, email } = await provenBy(body.token)
      const { position } = await changeUser(ledger, userId, { type: 'VerifyEmail', email }, context)
      return resource({ redirect: '/dashboard' }, position)
    }),
  ]
}
