import { tokenDigest } from '#api/adapters/bearers.ts'
import { challengeOfVerifier, grantNamedBy, newAccessToken, newGrantText } from '#api/adapters/oauth-texts.ts'
import { isRegisteredRedirect } from '#api/domain/matching-redirect.ts'
import { type OAuthGrantCommand, oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { oauthGrantStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { oauthError } from '#api/http/oauth-error.ts'
import { refusalOf } from '#api/http/refusals.ts'
import { type Call, type Route, route } from '#api/http/route.ts'
import { scopesIn } from '#api/services/oauth/authorization-request.ts'
import { type ActiveClient, authenticatedClient } from '#api/services/oauth/oauth-clients.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { OAuthGrantId } from '#schemas/ids.ts'
import { issueTokens, revokeToken } from '#schemas/resources/oauth-tokens.ts'

type TokenSetup = {
  digest: (purpose: string, text: string) => string
  readModels: ReadModels
  /** Waits until what is in the log counts. */
  caughtUp: () => Promise<unknown>
}

type Body = BodyOf<typeof issueTokens>
type Exchange = OAuthGrantCommand & { type: 'ExchangeCode' | 'RefreshTokens' }
type Issuing = Pick<Exchange, 'clientId' | 'accessDigest' | 'refreshDigest' | 'at'>

const needed = (
  body: Body,
  name: 'grant_type' | 'code' | 'redirect_uri' | 'code_verifier' | 'refresh_token',
): string => {
  const value = body[name]
  if (value === undefined) throw oauthError('invalid_request', `The ${name} is missing.`)
  return value
}

/** The text that is exchanged, and the command that exchanges it for new tokens. */
type Wish = { prefix: 'slc_' | 'slr_'; text: string; command: (issuing: Issuing) => Exchange }

const codeWish = (body: Body, { redirects }: ActiveClient): Wish => {
  const text = needed(body, 'code')
  const redirect = needed(body, 'redirect_uri')
  const challenge = challengeOfVerifier(needed(body, 'code_verifier'))
  // Codes of a redirect that the client has given up are void.
  const known = isRegisteredRedirect(redirects, redirect) ? redirect : ''
  const asked = { codeDigest: tokenDigest(text), redirect: known, challenge }
  return { prefix: 'slc_', text, command: (issuing) => ({ type: 'ExchangeCode', ...asked, ...issuing }) }
}

const refreshWish = (body: Body): Wish => {
  const text = needed(body, 'refresh_token')
  const scopes = body.scope === undefined ? null : scopesIn(body.scope)
  if (scopes === undefined) throw oauthError('invalid_scope', 'The scope is not known.')
  const asked = { spentDigest: tokenDigest(text), scopes }
  return { prefix: 'slr_', text, command: (issuing) => ({ type: 'RefreshTokens', ...asked, ...issuing }) }
}

const wishOf = (body: Body, client: ActiveClient): Wish => {
  switch (needed(body, 'grant_type')) {
    case 'authorization_code':
      return codeWish(body, client)
    case 'refresh_token':
      return refreshWish(body)
    default:
      throw oauthError('unsupported_grant_type', 'Supported are authorization_code and refresh_token.')
  }
}

/** Nobody is signed in: what happens is the client's doing. */
const byClient = (context: CommandContext, { clientId }: ActiveClient): CommandContext => ({
  ...context,
  via: { kind: 'oauth', id: clientId },
})

/** Clients exchange codes and refresh tokens, and give tokens back. */
export const tokenRoutes = ({ digest, readModels, caughtUp }: TokenSetup): Route[] => {
  const { accounts, teams } = readModels.directory
  const { oauthGrants } = readModels.programs

  /** Refuses a consent of somebody who was erased or has left its team, before the workers have ended it. */
  const requireMember = async (ledger: Ledger, grantId: OAuthGrantId) => {
    const grant = await load(ledger, oauthGrantDecider, oauthGrantStream(grantId))
    if (grant.status === 'none') throw new RuleBroken('oauth-grant-void')
    const isThere = accounts.user(grant.userId)?.email != null && teams.membership(grant.userId, grant.teamId)
    if (!isThere) throw new RuleBroken('oauth-grant-void')
    return grant.teamId
  }

  return [
    route(issueTokens, async ({ ledger, body, context, request }: Call<typeof issueTokens>) => {
      const client = await authenticatedClient(ledger, accounts, request)
      const { prefix, text, command } = wishOf(body, client)
      const grantId = grantNamedBy(prefix, text)
      if (!grantId) throw new RuleBroken('oauth-grant-void')
      const teamId = await requireMember(ledger, grantId)

      const { commandId, at } = context
      const access = newAccessToken(digest, commandId)
      const refresh = newGrantText(digest, 'slr_', grantId, commandId)
      const digests = { accessDigest: tokenDigest(access), refreshDigest: tokenDigest(refresh) }
      const issuing = command({ clientId: client.clientId, ...digests, at })
      const about = { ...byClient(context, client), teamId }
      const { events, position } = await handle(ledger, oauthGrantDecider, oauthGrantStream(grantId), issuing, about)
      const issued = events.find(({ type }) => type === 'OAuthTokensIssued')
      if (issued?.type !== 'OAuthTokensIssued') {
        // A code or token that was used twice has ended the consent: the next call knows.
        await caughtUp()
        throw refusalOf('oauth-grant-void').recordedAs('grant_reused')
      }
      const { accessExpiresAt, scopes } = issued.data
      const answer = {
        access_token: access,
        token_type: 'Bearer' as const,
        refresh_token: refresh,
        scope: scopes.join(' '),
        expires_in: Math.floor((Date.parse(accessExpiresAt) - Date.parse(at)) / 1000),
      }
      return resource(answer, position)
    }),

    route(revokeToken, async ({ ledger, body, context, request }) => {
      const client = await authenticatedClient(ledger, accounts, request)
      if (body.token === undefined) throw oauthError('invalid_request', 'The token is missing.')
      const { clientId } = client
      const ended = tokenDigest(body.token)
      const refreshed = grantNamedBy('slr_', body.token)
      const grantId = refreshed ?? oauthGrants.holder(ended)?.grantId
      if (!grantId) return resource({})
      const command: OAuthGrantCommand = refreshed
        ? { type: 'RevokeRefreshToken', clientId, refreshDigest: ended }
        : { type: 'RevokeAccessToken', clientId, accessDigest: ended }
      const about = byClient(context, client)
      const { position } = await handle(ledger, oauthGrantDecider, oauthGrantStream(grantId), command, about)
      return resource({}, position)
    }),
  ]
}
