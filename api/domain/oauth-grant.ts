import type { GrantEnd, OAuthGrantEvent } from '#schemas/events/oauth-client.ts'
import type { OAuthClientId, OAuthGrantId, TeamId, UserId } from '#schemas/ids.ts'
import type { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { accessLasts, codeLasts, grantLasts, refreshLasts } from '#schemas/time/oauth-life.ts'
import { type Decider, decideBy } from './decider.ts'
import { evolveGrant, type LivingGrant, noGrant, type OAuthGrant } from './oauth-grant-state.ts'
import { RuleBroken } from './rule.ts'
import { sameDigest } from './same-digest.ts'

type Scopes = readonly OAuthScope[]
/** `at` is a UTC instant. */
type NewCode = { codeDigest: string; redirect: string; challenge: string; scopes: Scopes; at: string }
type NewTokens = { clientId: OAuthClientId; accessDigest: string; refreshDigest: string; at: string }

export type OAuthGrantCommand =
  | ({ type: 'GrantAccess'; grantId: OAuthGrantId; clientId: OAuthClientId; userId: UserId; teamId: TeamId } & NewCode)
  | ({ type: 'IssueCode' } & NewCode)
  /** `challenge` is that of the verifier that the client sent. */
  | ({ type: 'ExchangeCode'; codeDigest: string; redirect: string; challenge: string } & NewTokens)
  /** `scopes` are those of the access token; null where the client does not ask for fewer. */
  | ({ type: 'RefreshTokens'; spentDigest: string; scopes: Scopes | null } & NewTokens)
  | { type: 'RevokeRefreshToken'; clientId: OAuthClientId; refreshDigest: string }
  | { type: 'RevokeAccessToken'; clientId: OAuthClientId; accessDigest: string }
  | { type: 'RevokeGrant'; userId: UserId }
  | { type: 'CutGrant'; by: GrantEnd }

const after = (at: string, milliseconds: number): string => new Date(Date.parse(at) + milliseconds).toISOString()

const earlier = (one: string, other: string): string => (one < other ? one : other)

const isOver = (expiresAt: string, at: string): boolean => Date.parse(expiresAt) <= Date.parse(at)

const includesAll = (all: Scopes, some: Scopes): boolean => some.every((scope) => all.includes(scope))

/** The grant while it goes on; after that its codes and tokens are no better than invented ones. */
const active = (grant: OAuthGrant): LivingGrant => {
  if (grant.status !== 'active') throw new RuleBroken('oauth-grant-void')
  return grant
}

/**
 * The grant of the client that asks. To any other one its codes and tokens are invented ones, used before or not: they
 * are bound to their client (RFC 6749, 4.1.3 and 6), and no client ends what another one was allowed (as RFC 7009, 2.1).
 */
const activeOf = (grant: OAuthGrant, clientId: OAuthClientId): LivingGrant => {
  const living = active(grant)
  if (living.clientId !== clientId) throw new RuleBroken('oauth-grant-void')
  return living
}

const revoked = ({ grantId, clientId, userId, teamId }: LivingGrant, by: GrantEnd): OAuthGrantEvent[] => [
  { type: 'OAuthGrantRevoked', data: { grantId, clientId, userId, teamId, by } },
]

const codeIssued = (
  grantId: OAuthGrantId,
  { codeDigest, redirect, challenge, scopes, at }: NewCode,
): OAuthGrantEvent => ({
  type: 'OAuthCodeIssued',
  data: { grantId, codeDigest, redirect, challenge, scopes: [...scopes], expiresAt: after(at, codeLasts) },
})

/** `held` are the scopes of the refresh token, `scopes` those of the access token, which may be fewer. */
const tokensIssued = (
  { grantId, endsAt, tokens }: LivingGrant,
  spentDigest: string,
  held: Scopes,
  { accessDigest, refreshDigest, at }: NewTokens,
  scopes: Scopes = held,
): OAuthGrantEvent => ({
  type: 'OAuthTokensIssued',
  data: {
    grantId,
    generation: (tokens?.generation ?? 0) + 1,
    spentDigest,
    accessDigest,
    refreshDigest,
    scopes: [...scopes],
    ...(includesAll(scopes, held) ? {} : { refreshScopes: [...held] }),
    accessExpiresAt: earlier(after(at, accessLasts), endsAt),
    refreshExpiresAt: earlier(after(at, refreshLasts), endsAt),
  },
})

const wasSpent = ({ spentRefreshDigests }: LivingGrant, digest: string): boolean =>
  spentRefreshDigests.some((spent) => sameDigest(spent, digest))

const decide = decideBy<OAuthGrant, OAuthGrantCommand, OAuthGrantEvent>({
  GrantAccess: (grant, command) => {
    if (grant.status !== 'none') throw new RuleBroken('id-taken')
    const { grantId, clientId, userId, teamId, scopes, at } = command
    const data = { grantId, clientId, userId, teamId, scopes: [...scopes], endsAt: after(at, grantLasts) }
    return [{ type: 'OAuthAccessGranted', data }, codeIssued(grantId, command)]
  },
  IssueCode: (grant, command) => {
    const { grantId, scopes, endsAt } = active(grant)
    if (isOver(endsAt, command.at) || !includesAll(scopes, command.scopes)) throw new RuleBroken('oauth-grant-void')
    return [codeIssued(grantId, command)]
  },
  /**
   * A code that its client sends again was read by somebody else: the consent ends, whoever was first (RFC 6749, 4.1.2).
   */
  ExchangeCode: (state, command) => {
    const grant = activeOf(state, command.clientId)
    const code = grant.codes.find(({ codeDigest }) => sameDigest(codeDigest, command.codeDigest))
    if (!code) throw new RuleBroken('oauth-grant-void')
    if (code.spent) return revoked(grant, 'code-replayed')
    const isTheirs = code.redirect === command.redirect && sameDigest(code.challenge, command.challenge)
    const isOpen = !isOver(code.expiresAt, command.at) && !isOver(grant.endsAt, command.at)
    if (!isTheirs || !isOpen) throw new RuleBroken('oauth-grant-void')
    return [tokensIssued(grant, code.codeDigest, code.scopes, command)]
  },
  /**
   * Each refresh token is exchanged once, for the next one; one that comes back was stolen, before or after (RFC 9700,
   * 4.14.2). A token that a newer sign-in has replaced was not exchanged: it is refused, and nothing ends. Fewer scopes
   * narrow the access token alone: the next refresh token holds what this one holds (RFC 6749, 6; D-125).
   */
  RefreshTokens: (state, command) => {
    const grant = activeOf(state, command.clientId)
    if (wasSpent(grant, command.spentDigest)) return revoked(grant, 'token-reused')
    const { tokens } = grant
    const isNewest = tokens !== null && sameDigest(tokens.refreshDigest, command.spentDigest)
    if (!isNewest || isOver(tokens.refreshExpiresAt, command.at)) throw new RuleBroken('oauth-grant-void')
    const held = tokens.refreshScopes ?? tokens.scopes
    const scopes = command.scopes ?? held
    if (!includesAll(held, scopes)) throw new RuleBroken('oauth-scope-exceeded')
    return [tokensIssued(grant, tokens.refreshDigest, held, command, scopes)]
  },
  /** Another client's request, and an invented token, change nothing and are not told so (RFC 7009, 2.2). */
  RevokeRefreshToken: (grant, command) => {
    if (grant.status !== 'active' || grant.clientId !== command.clientId) return []
    const isNewest = grant.tokens !== null && sameDigest(grant.tokens.refreshDigest, command.refreshDigest)
    return isNewest || wasSpent(grant, command.refreshDigest) ? revoked(grant, 'client') : []
  },
  RevokeAccessToken: (grant, command) => {
    if (grant.status !== 'active' || grant.clientId !== command.clientId) return []
    const accessDigest = grant.accessDigests.find((digest) => sameDigest(digest, command.accessDigest))
    const { grantId } = grant
    return accessDigest === undefined ? [] : [{ type: 'OAuthAccessTokenRevoked', data: { grantId, accessDigest } }]
  },
  RevokeGrant: (grant, { userId }) => {
    if (grant.status !== 'active' || grant.userId !== userId) throw new RuleBroken('oauth-grant-not-found')
    return revoked(grant, 'user')
  },
  CutGrant: (grant, command) => (grant.status === 'active' ? revoked(grant, command.by) : []),
})

/**
 * A user's consent to an app, in one team (D-108). It is appended at the exact revision: of two exchanges at once one is
 * decided again, and finds its code or token spent.
 */
export const oauthGrantDecider: Decider<OAuthGrant, OAuthGrantCommand, OAuthGrantEvent> = {
  initialState: noGrant,
  evolve: evolveGrant,
  decide,
}
