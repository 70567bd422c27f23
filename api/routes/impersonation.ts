import type { Request } from 'express'
import { isOperatorEmail } from '#api/domain/operator-email.ts'
import { userDecider } from '#api/domain/user.ts'
import type { RegisteredUser } from '#api/domain/user-state.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { empty, redirect } from '#api/http/answer.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { enterAs, leavePerson, operatorOf } from '#api/http/session.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { UserId } from '#schemas/ids.ts'
import { impersonate, startImpersonation, stopImpersonating } from '#schemas/resources/impersonation.ts'

const isOperatorToo = () => new HttpProblem(403, { message: 'Operators cannot be impersonated.' })

/** Records that an operator no longer impersonates a user. */
export const endImpersonation = (ledger: Ledger, userId: UserId, operatorId: UserId, context: CommandContext) =>
  handle(ledger, userDecider, userStream(userId), { type: 'StopImpersonation', operatorId }, context)

const registered = async (ledger: Ledger, userId: UserId): Promise<RegisteredUser> => {
  const user = await load(ledger, userDecider, userStream(userId))
  if (user.status !== 'registered') throw notFound()
  return user
}

/** The operator who begins to act, and the user for whom. */
type Beginning = { actor: SignedIn; params: { id: UserId }; context: CommandContext; request: Request }

/**
 * Operators impersonate a user to see what they see (D-64). A user with an operator's address counts as an operator
 * here, verified or not.
 */
export const impersonationRoutes = (
  ledger: Ledger,
  operatorEmails: readonly string[],
  { teams }: ReadModels['directory'],
): Route[] => {
  /** The session is the user's from here on. Answers the log position. */
  const begin = async ({ actor, params: { id }, context, request }: Beginning, reason: string | null) => {
    // Whatever may be refused is refused before the history says that it happened.
    const operator = operatorOf(request)
    const person = await registered(ledger, id)
    if (isOperatorEmail(operatorEmails, person.email)) throw isOperatorToo()
    const teamId = teams.current(id, null)?.teamId ?? null
    const command = { type: 'StartImpersonation', operatorId: actor.userId, teamId, reason } as const
    const { position } = await handle(ledger, userDecider, userStream(id), command, context)
    await enterAs(request, operator, person)
    return position
  }

  return [
    route(impersonate, async (call) => {
      await begin(call, null)
      return redirect('/dashboard')
    }),

    route(startImpersonation, async (call) => empty(await begin(call, call.body.reason))),

    route(stopImpersonating, async ({ actor, context, request }) => {
      const { impersonator } = request.session
      if (!actor.impersonator || !impersonator) throw notFound()
      await endImpersonation(ledger, actor.userId, actor.impersonator, context)
      await leavePerson(request, impersonator)
      return redirect(`/spark/kiosk#/users/${actor.userId}`)
    }),
  ]
}
