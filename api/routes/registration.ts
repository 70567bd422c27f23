import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { startSession } from '#api/http/session.ts'
import { register } from '#schemas/resources/registration.ts'
import { registerAccount, type Secrets } from './register-account.ts'

export const registrationRoutes = (ledger: Ledger, secrets: Secrets): Route[] => [
  route(register, async ({ body, context, request }) => {
    const { userId, teamId, position } = await registerAccount(ledger, secrets, body, context)
    await startSession(request, userId, teamId, false)
    return resource({ redirect: '/dashboard' }, position)
  }),
]
