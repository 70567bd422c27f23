import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { startSession } from '#api/http/session.ts'
import { isFree, type Plan } from '#schemas/plans.ts'
import { invalidPlan, register } from '#schemas/resources/registration.ts'
import { registerAccount, type Secrets } from './register-account.ts'

export const registrationRoutes = (ledger: Ledger, secrets: Secrets, plans: readonly Plan[]): Route[] => [
  route(register, async ({ body, context, request }) => {
    if (body.plan && !plans.some((plan) => plan.id === body.plan && plan.active && isFree(plan))) {
      throw invalidField('plan', invalidPlan)
    }
    const { userId, teamId, position } = await registerAccount(ledger, secrets, body, context)
    await startSession(request, userId, teamId, false)
    return resource({ redirect: '/dashboard' }, position)
  }),
]
