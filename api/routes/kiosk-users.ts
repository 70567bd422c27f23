import { isOperatorEmail } from '#api/domain/operator-email.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { UserId } from '#schemas/ids.ts'
import { maxFound } from '#schemas/resources/kiosk-search.ts'
import { searchUsers, sendProofToUser, verifyEmailOfUser } from '#schemas/resources/kiosk-users.ts'

/** Whoever has verified an operator's address is one (D-02), so its mailed link alone shows whose it is. */
const isOperators = () => new HttpProblem(403, { message: 'Operators verify their address themselves.' })

/** Users as operators look for them, and the help with an address that is not verified (D-94). */
export const kioskUserRoutes = (
  ledger: Ledger,
  operatorEmails: readonly string[],
  { accounts, operatorSearches, pictures }: ReadModels['directory'],
): Route[] => {
  /** The address that a user has by now, from the log; 404 without a user. */
  const emailOf = async (id: UserId): Promise<string> => {
    const user = await load(ledger, userDecider, userStream(id))
    if (user.status !== 'registered' || user.email === null) throw notFound()
    return user.email
  }

  return [
    route(searchUsers, async ({ body: { query } }) => {
      const found = await operatorSearches.users(query, maxFound)
      return resource(found.map((row) => ({ ...row, photo_url: pictures.urlOf(row.id) })))
    }),

    route(sendProofToUser, async ({ params: { id }, context }) => {
      await emailOf(id)
      if (orNotFound(accounts.user(id)).email_verified === 1) return empty()
      return empty((await handle(ledger, userDecider, userStream(id), { type: 'RequestEmailProof' }, context)).position)
    }),

    route(verifyEmailOfUser, async ({ params: { id }, context }) => {
      const email = await emailOf(id)
      if (isOperatorEmail(operatorEmails, email)) throw isOperators()
      const command = { type: 'VerifyEmail', email } as const
      return empty((await handle(ledger, userDecider, userStream(id), command, context)).position)
    }),
  ]
}
