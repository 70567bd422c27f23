import { describe, test } from 'vitest'
import { type OAuthGrantCommand, oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import type { OAuthGrantEvent } from '#schemas/events/oauth-client.ts'
import { OAuthClientId, OAuthGrantId, TeamId, UserId } from '#schemas/ids.ts'
import type { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { deciding } from '#tests/support/decider.ts'

const grantId = OAuthGrantId.parse('0199aaaa-0000-7000-8000-000000000001')
const clientId = OAuthClientId.parse('0199aaaa-0000-7000-8000-000000000002')
const otherClient = OAuthClientId.parse('0199aaaa-0000-7000-8000-000000000003')
const userId = UserId.parse('0199aaaa-0000-7000-8000-000000000004')
const somebodyElse = UserId.parse('0199aaaa-0000-7000-8000-000000000005')
const teamId = TeamId.parse('0199aaaa-0000-7000-8000-000000000006')

const day = 24 * 60 * 60
/** So many seconds after the consent. */
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()

const redirect = 'https://phone.example/back'
const scopes: OAuthScope[] = ['sites.view', 'sites.create']
const facts = { grantId, clientId, userId, teamId, scopes }
const asked = { redirect, challenge: 'challenge', scopes }

const given = deciding(oauthGrantDecider)
const granted: OAuthGrantEvent = { type: 'OAuthAccessGranted', data: { ...facts, endsAt: at(365 * day) } }
const codeIssued = (codeDigest: string, since: number): OAuthGrantEvent => ({
  type: 'OAuthCodeIssued',
  data: { grantId, codeDigest, ...asked, expiresAt: at(since + 60) },
})
const tokensIssued = (
  generation: number,
  spentDigest: string,
  since: number,
  of = scopes,
  refreshScopes?: OAuthScope[],
): OAuthGrantEvent => ({
  type: 'OAuthTokensIssued',
  data: {
    grantId,
    generation,
    spentDigest,
    scopes: of,
    ...(refreshScopes && { refreshScopes }),
    accessDigest: `access ${generation}`,
    refreshDigest: `refresh ${generation}`,
    accessExpiresAt: at(since + 3600),
    refreshExpiresAt: at(since + 30 * day),
  },
})
const revoked = (by: (OAuthGrantEvent & { type: 'OAuthGrantRevoked' })['data']['by']): OAuthGrantEvent => ({
  type: 'OAuthGrantRevoked',
  data: { grantId, clientId, userId, teamId, by },
})

const consented = [granted, codeIssued('code', 0)]
const signedIn = [...consented, tokensIssued(1, 'code', 10)]
const refreshed = [...signedIn, tokensIssued(2, 'refresh 1', 3600)]

const issuing = (generation: number) => ({
  accessDigest: `access ${generation}`,
  refreshDigest: `refresh ${generation}`,
})
/** Tokens that end with their consent, which counts for a year. */
const lastTokens = (generation: number, spentDigest: string): OAuthGrantEvent => ({
  type: 'OAuthTokensIssued',
  data: {
    grantId,
    generation,
    spentDigest,
    scopes,
    ...issuing(generation),
    accessExpiresAt: at(365 * day),
    refreshExpiresAt: at(365 * day),
  },
})
type Exchange = OAuthGrantCommand & { type: 'ExchangeCode' }
const exchange = (changes: Partial<Exchange> = {}): Exchange => ({
  type: 'ExchangeCode',
  clientId,
  codeDigest: 'code',
  redirect,
  challenge: 'challenge',
  at: at(10),
  ...issuing(1),
  ...changes,
})
type Refresh = OAuthGrantCommand & { type: 'RefreshTokens' }
const refresh = (changes: Partial<Refresh> = {}): Refresh => ({
  type: 'RefreshTokens',
  clientId,
  spentDigest: 'refresh 1',
  scopes: null,
  at: at(3600),
  ...issuing(2),
  ...changes,
})

describe('a consent', () => {
  test('is given once, with a code', () => {
    const consent: OAuthGrantCommand = { type: 'GrantAccess', ...facts, ...asked, codeDigest: 'code', at: at(0) }
    given().decides(consent, ...consented)
    given(...consented).refuses(consent, 'id-taken')
  })

  test('gives further codes for no more than it holds, until it ends', () => {
    const issue = { type: 'IssueCode', ...asked, codeDigest: 'next', at: at(100) } as const
    given(...signedIn).decides(issue, codeIssued('next', 100))
    given(...signedIn).refuses({ ...issue, scopes: ['files.view'] }, 'oauth-grant-void')
    given(...signedIn).refuses({ ...issue, at: at(365 * day) }, 'oauth-grant-void')
    given(...signedIn, revoked('user')).refuses(issue, 'oauth-grant-void')
  })

  test('is ended by its user alone, once', () => {
    given(...signedIn).decides({ type: 'RevokeGrant', userId }, revoked('user'))
    given(...signedIn).refuses({ type: 'RevokeGrant', userId: somebodyElse }, 'oauth-grant-not-found')
    given(...signedIn, revoked('user')).refuses({ type: 'RevokeGrant', userId }, 'oauth-grant-not-found')
  })

  test('is cut off by what happened elsewhere, once', () => {
    given(...signedIn).decides({ type: 'CutGrant', by: 'left-team' }, revoked('left-team'))
    given(...signedIn, revoked('user')).ignores({ type: 'CutGrant', by: 'left-team' })
  })
})

describe('a code', () => {
  test('is exchanged within a minute', () => {
    given(...consented).decides(exchange(), tokensIssued(1, 'code', 10))
    given(...consented).refuses(exchange({ at: at(60) }), 'oauth-grant-void')
  })

  test.each<[string, Partial<Exchange>]>([
    ['another client', { clientId: otherClient }],
    ['another redirect', { redirect: `${redirect}/` }],
    ['another verifier', { challenge: 'challengf' }],
    ['a longer challenge', { challenge: 'challenge1' }],
    ['an invented code', { codeDigest: 'edoc' }],
  ])('is refused to %s, and stays good', (_, changes) => {
    given(...consented).refuses(exchange(changes), 'oauth-grant-void')
  })

  test.each<[string, Partial<Exchange>]>([
    ['the same request', {}],
    ['a request that comes late', { at: at(10 * day) }],
    ['a wrong verifier', { challenge: 'wrong' }],
    ['another redirect', { redirect: 'https://elsewhere.example' }],
  ])('that was exchanged ends the consent when it comes back: %s', (_, changes) => {
    given(...signedIn).decides(exchange(changes), revoked('code-replayed'))
  })

  test('that was exchanged is worth nothing to another client, and nothing ends', () => {
    given(...signedIn).refuses(exchange({ clientId: otherClient }), 'oauth-grant-void')
  })

  test('of an ended consent is worth nothing', () => {
    given(...consented, revoked('user')).refuses(exchange(), 'oauth-grant-void')
    given().refuses(exchange(), 'oauth-grant-void')
  })

  test('that outlives the 365 days of its consent is worth nothing after them', () => {
    const late = [granted, codeIssued('code', 365 * day - 30)]

    given(...late).refuses(exchange({ at: at(365 * day) }), 'oauth-grant-void')
    given(...late).decides(exchange({ at: at(365 * day - 1) }), lastTokens(1, 'code'))
  })

  test('replaces the tokens before it without spending them', () => {
    const again = [...signedIn, codeIssued('next', 100), tokensIssued(2, 'next', 110)]
    given(...again).refuses(refresh({ at: at(200) }), 'oauth-grant-void')
    given(...again).decides(
      refresh({ spentDigest: 'refresh 2', at: at(200), ...issuing(3) }),
      tokensIssued(3, 'refresh 2', 200),
    )
  })
})

describe('a refresh token', () => {
  test('is exchanged for the next one, within thirty days', () => {
    given(...signedIn).decides(refresh(), tokensIssued(2, 'refresh 1', 3600))
    given(...signedIn).refuses(refresh({ at: at(10 + 30 * day) }), 'oauth-grant-void')
  })

  test('never outlives the 365 days of its consent', () => {
    const late = 365 * day - 600
    const used = [...signedIn, tokensIssued(2, 'refresh 1', 364 * day)]
    given(...used).decides(
      refresh({ spentDigest: 'refresh 2', at: at(late), ...issuing(3) }),
      lastTokens(3, 'refresh 2'),
    )
  })

  test.each<[string, Partial<Refresh>]>([
    ['the same request', {}],
    ['a request that comes late', { at: at(300 * day) }],
    ['a request for more', { scopes: ['files.view'] }],
  ])('that was exchanged ends the consent when it comes back: %s', (_, changes) => {
    given(...refreshed).decides(refresh(changes), revoked('token-reused'))
  })

  test('is refused to another client, and where it is invented, and nothing ends', () => {
    given(...signedIn).refuses(refresh({ clientId: otherClient }), 'oauth-grant-void')
    given(...refreshed).refuses(refresh({ clientId: otherClient }), 'oauth-grant-void')
    given(...signedIn).refuses(refresh({ spentDigest: 'refresh 9' }), 'oauth-grant-void')
    given(...consented).refuses(refresh(), 'oauth-grant-void')
  })

  test('is exchanged for fewer scopes, which narrows the access token alone, and never for more (D-125)', () => {
    const fewer: OAuthScope[] = ['sites.view']
    const narrowed = tokensIssued(2, 'refresh 1', 3600, fewer, scopes)
    const next = { spentDigest: 'refresh 2', at: at(3700), ...issuing(3) }
    given(...signedIn).decides(refresh({ scopes: fewer }), narrowed)
    given(...signedIn, narrowed).decides(refresh(next), tokensIssued(3, 'refresh 2', 3700))
    given(...signedIn, narrowed).decides(
      refresh({ ...next, scopes: fewer }),
      tokensIssued(3, 'refresh 2', 3700, fewer, scopes),
    )
    given(...signedIn, narrowed).refuses(refresh({ ...next, scopes: ['files.view'] }), 'oauth-scope-exceeded')
  })

  test('that an earlier version issued with fewer scopes keeps those', () => {
    const narrowed = tokensIssued(2, 'refresh 1', 3600, ['sites.view'])
    const next = { spentDigest: 'refresh 2', at: at(3700), ...issuing(3) }
    given(...signedIn, narrowed).refuses(refresh({ ...next, scopes }), 'oauth-scope-exceeded')
    given(...signedIn, narrowed).decides(refresh(next), tokensIssued(3, 'refresh 2', 3700, ['sites.view']))
  })

  test('that its client gives back ends the consent', () => {
    const give = (refreshDigest: string, by = clientId) =>
      ({ type: 'RevokeRefreshToken', clientId: by, refreshDigest }) as const
    given(...refreshed).decides(give('refresh 2'), revoked('client'))
    given(...refreshed).decides(give('refresh 1'), revoked('client'))
    given(...refreshed).ignores(give('refresh 2', otherClient))
    given(...refreshed).ignores(give('refresh 9'))
    given(...refreshed, revoked('user')).ignores(give('refresh 2'))
    given().ignores(give('refresh 2'))
  })
})

describe('an access token', () => {
  const give = (accessDigest: string, by = clientId) =>
    ({ type: 'RevokeAccessToken', clientId: by, accessDigest }) as const
  const ended = (accessDigest: string): OAuthGrantEvent => ({
    type: 'OAuthAccessTokenRevoked',
    data: { grantId, accessDigest },
  })

  test('that its client gives back ends alone: the newest, and the one before', () => {
    given(...refreshed).decides(give('access 2'), ended('access 2'))
    given(...refreshed).decides(give('access 1'), ended('access 1'))
    given(...refreshed, ended('access 2')).decides(
      refresh({ spentDigest: 'refresh 2', at: at(3700), ...issuing(3) }),
      tokensIssued(3, 'refresh 2', 3700),
    )
  })

  test('is not touched by another client, nor ended twice', () => {
    given(...refreshed).ignores(give('access 2', otherClient))
    given(...refreshed, ended('access 2')).ignores(give('access 2'))
    given(...refreshed, revoked('user')).ignores(give('access 2'))
  })
})
