import { reservationDecider } from '#api/domain/reservation.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { emailReservation, userStream } from '#api/event-store/streams.ts'
import { empty, redirect, resource } from '#api/http/answer.ts'
import { forbidden, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { endSession, startSession } from '#api/http/session.ts'
import type { AccountQueries } from '#projections/accounts.ts'
import { UserId } from '#schemas/ids.ts'
import { signIn, signOut, signOutByLink } from '#schemas/resources/sessions.ts'

export type Credentials = {
  digest: (purpose: string, text: string) => string
  /** False, after the same work, where there is no hash. */
  verifyPassword: (password: string, hash: string | null) => Promise<boolean>
}

/** Whoever holds the address and knows the password; the answer does not tell which of the two was wrong. */
const userWith = async (ledger: Ledger, credentials: Credentials, email: string, password: string) => {
  const reservation = await load(ledger, reservationDecider, emailReservation(credentials.digest, email))
  const holder = reservation.status === 'free' ? undefined : UserId.parse(reservation.holderId)
  const user = holder && (await load(ledger, userDecider, userStream(holder)))
  const registered = user?.status === 'registered' ? user : undefined
  const known = await credentials.verifyPassword(password, registered?.passwordHash ?? null)
  return known ? registered : undefined
}

export const sessionRoutes = (ledger: Ledger, credentials: Credentials, accounts: AccountQueries): Route[] => [
  route(signIn, async ({ body, request }) => {
    const user = await userWith(ledger, credentials, body.email, body.password)
    const [team] = user ? accounts.teamsOf(user.userId) : []
    if (!user || !team) throw invalidField('email', 'These credentials do not match our records.')
    await startSession(request, user.userId, team.id, body.remember)
    return resource({ redirect: '/dashboard' })
  }),

  route(signOut, async ({ request }) => {
    await endSession(request)
    return empty()
  }),

  // A link elsewhere must not sign anybody out (D-74).
  route(signOutByLink, async ({ request }) => {
    const site = request.get('sec-fetch-site') ?? 'none'
    if (site !== 'same-origin' && site !== 'none') throw forbidden()
    await endSession(request)
    return redirect('/login')
  }),
]
