import { tokenDigest } from '#api/adapters/bearers.ts'
import type { ConsentRequest, ConsentRequests } from '#api/adapters/consent-requests.ts'
import { newGrantText } from '#api/adapters/oauth-texts.ts'
import { isRegisteredRedirect } from '#api/domain/matching-redirect.ts'
import { oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { oauthGrantStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { redirect, resource } from '#api/http/answer.ts'
import { isNavigation, type ShowPage } from '#api/http/pages.ts'
import { HttpProblem, invalidField, malformed } from '#api/http/problem.ts'
import { type Call, type Route, route } from '#api/http/route.ts'
import {
  answerTo,
  consentRefused,
  isFault,
  type Place,
  placeOf,
  wishOf,
} from '#api/services/oauth/authorization-request.ts'
import { findClient } from '#api/services/oauth/oauth-clients.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { CommandContext } from '#schemas/event.ts'
import { OAuthGrantId, type TeamId, type UserId } from '#schemas/ids.ts'
import { askForConsent, giveConsent, refuseConsent } from '#schemas/resources/oauth-authorization.ts'
import { namedScopes } from '#schemas/rights/oauth-scopes.ts'
import { consentRequestLasts, unaskedLasts } from '#schemas/time/oauth-life.ts'
import { nameOfOwnSession } from './sessions.ts'

type AuthorizationSetup = {
  digest: (purpose: string, text: string) => string
  requests: ConsentRequests
  readModels: ReadModels
  /** The page of the web app. */
  showPage: ShowPage
  /** APP_URL, which names this server in its answers. */
  issuer: string
}

const gone = () => new HttpProblem(410, { message: 'This request is over. Please go back to the app and start again.' })
const notOfThisSession = () =>
  new HttpProblem(403, {
    message: 'This request was made in another session. Please go back to the app and start again.',
  })

/** Apps ask for a code here, and users answer (RFC 6749, 4.1). */
export const authorizationRoutes = (setup: AuthorizationSetup): Route[] => {
  const { digest, requests, readModels, showPage, issuer } = setup
  const { accounts, teams } = readModels.directory
  const { oauthGrants } = readModels.programs

  /** The request of that name, which this session was asked and nobody has answered. Throws 403 and 410. */
  const claimed = async (call: Pick<Call<typeof refuseConsent>, 'actor' | 'body' | 'request' | 'context'>) => {
    const asked = await requests.find(call.body.request)
    const isTheirs = asked?.sessionName === nameOfOwnSession(call.request) && asked.userId === call.actor.userId
    if (!asked || !isTheirs) throw notOfThisSession()
    if (asked.expiresAt <= Date.now()) throw gone()
    if (!(await requests.answer(call.body.request, call.context.commandId))) throw gone()
    return asked
  }

  type Code = Pick<ConsentRequest, 'redirect' | 'scopes' | 'challenge'>

  /** A code of a consent that the user gave before and that holds all of this; undefined where there is none. */
  const codeWithoutAsking = async (
    ledger: Ledger,
    { client }: Place,
    { userId, teamId }: SignedIn,
    code: Code,
    context: CommandContext,
  ): Promise<string | undefined> => {
    if (!client.confidential) return undefined
    const held = oauthGrants
      .ofUser(userId, context.at)
      .filter((grant) => grant.client_id === client.clientId && grant.team_id === teamId)
      .filter((grant) => Date.parse(context.at) - Date.parse(grant.created_at) < unaskedLasts)
      .find(({ scopes }) => code.scopes.every((scope) => scopes.includes(scope)))
    if (!held) return undefined
    const text = newGrantText(digest, 'slc_', held.id, context.commandId)
    const command = { type: 'IssueCode', ...code, codeDigest: tokenDigest(text), at: context.at } as const
    await handle(ledger, oauthGrantDecider, oauthGrantStream(held.id), command, context)
    return text
  }

  const personNamed = (id: UserId) => {
    const user = accounts.user(id)
    return { name: user?.name ?? '', email: user?.email ?? '' }
  }

  const teamNamed = (id: TeamId) => ({ id, name: teams.team(id)?.name ?? '' })

  return [
    route(askForConsent, async ({ ledger, actor, query, context, request }) => {
      const place = await placeOf(ledger, accounts, query)
      const wish = wishOf(query)
      if (isFault(wish)) return redirect(answerTo(place, issuer, wish))
      if (!actor.teamId) throw new HttpProblem(403, { message: 'Please create a team first.' })

      const asked = { redirect: place.redirect, ...wish }
      const code = await codeWithoutAsking(ledger, place, actor, asked, context)
      if (code !== undefined) return redirect(answerTo(place, issuer, { code }))
      if (isNavigation(request.headers.accept))
        return { kind: 'stream', open: (_, response) => showPage(response, 200) }

      const { clientId, name: clientName, userId: ownerId } = place.client
      const name = await requests.open({
        ...asked,
        clientId,
        state: place.state,
        userId: actor.userId,
        sessionName: nameOfOwnSession(request),
        expiresAt: Date.now() + consentRequestLasts,
      })
      return resource({
        request: name,
        client: {
          id: clientId,
          name: clientName,
          owner: ownerId === null ? null : personNamed(ownerId),
          redirect_host: hostOf(place.redirect),
        },
        user: personNamed(actor.userId),
        team: teamNamed(actor.teamId),
        teams: teams.teamsOf(actor.userId).map(({ id, name: called }) => ({ id, name: called })),
        scopes: namedScopes(wish.scopes),
      })
    }),

    route(giveConsent, async (call) => {
      const { ledger, actor, body, context } = call
      const teamId = body.team_id ?? actor.teamId
      if (!teamId || !teams.membership(actor.userId, teamId)) {
        throw invalidField('team_id', 'The selected team is invalid.')
      }
      const asked = await claimed(call)
      const client = await findClient(ledger, accounts, asked.clientId)
      if (!client || !isRegisteredRedirect(client.redirects, asked.redirect)) {
        throw malformed('This app is no longer known here. Please tell whoever made it.')
      }
      const grantId = OAuthGrantId.parse(idMadeBy(context.commandId, 'oauth-grant'))
      const code = newGrantText(digest, 'slc_', grantId, context.commandId)
      const { clientId, userId, scopes, challenge } = asked
      const facts = { grantId, clientId, userId, teamId, scopes, redirect: asked.redirect, challenge, at: context.at }
      const command = { type: 'GrantAccess', ...facts, codeDigest: tokenDigest(code) } as const
      const about = { ...context, teamId }
      const { position } = await handle(ledger, oauthGrantDecider, oauthGrantStream(grantId), command, about)
      return resource({ redirect: answerTo(asked, issuer, { code }) }, position)
    }),

    route(refuseConsent, async (call) => {
      const asked = await claimed(call)
      return resource({ redirect: answerTo(asked, issuer, consentRefused) })
    }),
  ]
}

/** The recognisable part of an app's redirect: the host, or the scheme of an app on the device. */
const hostOf = (text: string): string => {
  const { host, protocol } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}
