import type { Request } from 'express'
import { nameOfSession, type RedisSessionStore } from '#api/adapters/session-store.ts'
import { type SessionTokens, sessionTokenSeconds } from '#api/adapters/session-tokens.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { endSession } from '#api/http/session.ts'
import { changeUser } from '#api/services/accounts/own-user.ts'
import { revokeTokens } from '#api/services/accounts/revoke-tokens.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import {
  endAllSessions,
  endOneSession,
  endSessionsOfUser,
  listSessions,
  refreshToken,
} from '#schemas/resources/sessions.ts'

export type Sessions = { store: Pick<RedisSessionStore, 'listOf' | 'end'>; tokens: SessionTokens }

/** The name of a request's session: that of its Bearer token, otherwise that of its cookie. */
export const nameOfOwnSession = ({ bearer, sessionID }: Request): string =>
  bearer?.kind === 'session' ? bearer.sessionName : nameOfSession(sessionID)

/** Lists and ends the sessions of a user. */
export const sessionRoutes = (
  ledger: Ledger,
  { store, tokens }: Sessions,
  { directory, programs }: ReadModels,
): Route[] => [
  route(listSessions, async ({ actor: { userId }, request }) => {
    const sessions = await store.listOf(userId, directory.accounts.user(userId)?.session_epoch ?? 0)
    const own = nameOfOwnSession(request)
    return resource(
      sessions.map(({ name, device, startedAt, lastSeenAt }) => ({
        id: name,
        device,
        current: name === own,
        started_at: startedAt,
        last_seen_at: lastSeenAt,
      })),
    )
  }),

  route(endOneSession, async ({ actor, params }) => {
    if (!(await store.end(actor.userId, params.id))) throw notFound()
    return empty()
  }),

  route(endAllSessions, async ({ actor, body, context, request }) => {
    if (body.revoke_tokens) await revokeTokens(ledger, programs, actor.userId, context)
    const { position } = await changeUser(ledger, actor.userId, { type: 'EndSessions' }, context)
    await endSession(request)
    return empty(position)
  }),

  // An operator's command: `changeUser` would record the user as the actor.
  route(endSessionsOfUser, async ({ params: { id }, context }) => {
    const user = await load(ledger, userDecider, userStream(id))
    if (user.status !== 'registered') throw notFound()
    return empty((await handle(ledger, userDecider, userStream(id), { type: 'EndSessions' }, context)).position)
  }),

  route(refreshToken, async ({ request, context }) => {
    const token = await tokens.rotate(nameOfOwnSession(request))
    const expires = new Date(Date.parse(context.at) + sessionTokenSeconds * 1000)
    return resource({ token, expires_at: expires.toISOString() })
  }),
]
