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
    given()
      .when(consent)
      .then(...consented)
    given(...consented)
      .when(consent)
      .thenBreaks('id-taken')
  })

  test('gives further codes for no more than it holds, until it ends', () => {
    const issue = { type: 'IssueCode', ...asked, codeDigest: 'next', at: at(100) } as const
    given(...signedIn)
      .when(issue)
      .then(codeIssued('next', 100))
    given(...signedIn)
      .when({ ...issue, scopes: ['files.view'] })
      .thenBreaks('oauth-grant-void')
    given(...signedIn)
      .when({ ...issue, at: at(365 * day) })
      .thenBreaks('oauth-grant-void')
    given(...signedIn, revoked('user'))
      .when(issue)
      .thenBreaks('oauth-grant-void')
  })

  test('is ended by its user alone, once', () => {
    given(...signedIn)
      .when({ type: 'RevokeGrant', userId })
      .then(revoked('user'))
    given(...signedIn)
      .when({ type: 'RevokeGrant', userId: somebodyElse })
      .thenBreaks('oauth-grant-not-found')
    given(...signedIn, revoked('user'))
      .when({ type: 'RevokeGrant', userId })
      .thenBreaks('oauth-grant-not-found')
  })

  test('is cut off by what happened elsewhere, once', () => {
    given(...signedIn)
      .when({ type: 'CutGrant', by: 'left-team' })
      .then(revoked('left-team'))
    given(...signedIn, revoked('user'))
      .when({ type: 'CutGrant', by: 'left-team' })
      .thenNothing()
  })
})

describe('a code', () => {
  test('is exchanged within a minute', () => {
    given(...consented)
      .when(exchange())
      .then(tokensIssued(1, 'code', 10))
    given(...consented)
      .when(exchange({ at: at(60) }))
      .thenBreaks('oauth-grant-void')
  })

  test.each<[string, Partial<Exchange>]>([
    ['another client', { clientId: otherClient }],
    ['another redirect', { redirect: `${redirect}/` }],
    ['another verifier', { challenge: 'challengf' }],
    ['a longer challenge', { challenge: 'challenge1' }],
    ['an invented code', { codeDigest: 'edoc' }],
  ])('is refused to %s, and stays good', (_, changes) => {
    given(...consented)
      .when(exchange(changes))
      .thenBreaks('oauth-grant-void')
  })

  test.each<[string, Partial<Exchange>]>([
    ['the same request', {}],
    ['a request that comes late', { at: at(10 * day) }],
    ['a wrong verifier', { challenge: 'wrong' }],
    ['another redirect', { redirect: 'https://elsewhere.example' }],
  ])('that was exchanged ends the consent when it comes back: %s', (_, changes) => {
    given(...signedIn)
      .when(exchange(changes))
      .then(revoked('code-replayed'))
  })

  test('that was exchanged is worth nothing to another client, and nothing ends', () => {
    given(...signedIn)
      .when(exchange({ clientId: otherClient }))
      .thenBreaks('oauth-grant-void')
  })

  test('of an ended consent is worth nothing', () => {
    given(...consented, revoked('user'))
      .when(exchange())
      .thenBreaks('oauth-grant-void')
    given().when(exchange()).thenBreaks('oauth-grant-void')
  })

  test('that outlives the 365 days of its consent is worth nothing after them', () => {
    const late = [granted, codeIssued('code', 365 * day - 30)]

    given(...late)
      .when(exchange({ at: at(365 * day) }))
      .thenBreaks('oauth-grant-void')
    given(...late)
      .when(exchange({ at: at(365 * day - 1) }))
      .then({
        type: 'OAuthTokensIssued',
        data: {
          grantId,
          generation: 1,
          spentDigest: 'code',
          scopes,
          ...issuing(1),
          accessExpiresAt: at(365 * day),
          refreshExpiresAt: at(365 * day),
        },
      })
  })

  test('replaces the tokens before it without spending them', () => {
    const again = [...signedIn, codeIssued('next', 100), tokensIssued(2, 'next', 110)]
    given(...again)
      .when(refresh({ at: at(200) }))
      .thenBreaks('oauth-grant-void')
    given(...again)
      .when(refresh({ spentDigest: 'refresh 2', at: at(200), ...issuing(3) }))
      .then(tokensIssued(3, 'refresh 2', 200))
  })
})

describe('a refresh token', () => {
  test('is exchanged for the next one, within thirty days', () => {
    given(...signedIn)
      .when(refresh())
      .then(tokensIssued(2, 'refresh 1', 3600))
    given(...signedIn)
      .when(refresh({ at: at(10 + 30 * day) }))
      .thenBreaks('oauth-grant-void')
  })

  test('never outlives the 365 days of its consent', () => {
    const late = 365 * day - 600
    const used = [...signedIn, tokensIssued(2, 'refresh 1', 364 * day)]
    given(...used)
      .when(refresh({ spentDigest: 'refresh 2', at: at(late), ...issuing(3) }))
      .then({
        type: 'OAuthTokensIssued',
        data: {
          grantId,
          generation: 3,
          spentDigest: 'refresh 2',
          scopes,
          ...issuing(3),
          accessExpiresAt: at(365 * day),
          refreshExpiresAt: at(365 * day),
        },
      })
  })

  test.each<[string, Partial<Refresh>]>([
    ['the same request', {}],
    ['a request that comes late', { at: at(300 * day) }],
    ['a request for more', { scopes: ['files.view'] }],
  ])('that was exchanged ends the consent when it comes back: %s', (_, changes) => {
    given(...refreshed)
      .when(refresh(changes))
      .then(revoked('token-reused'))
  })

  test('is refused to another client, and where it is invented, and nothing ends', () => {
    given(...signedIn)
      .when(refresh({ clientId: otherClient }))
      .thenBreaks('oauth-grant-void')
    given(...refreshed)
      .when(refresh({ clientId: otherClient }))
      .thenBreaks('oauth-grant-void')
    given(...signedIn)
      .when(refresh({ spentDigest: 'refresh 9' }))
      .thenBreaks('oauth-grant-void')
    given(...consented)
      .when(refresh())
      .thenBreaks('oauth-grant-void')
  })

  test('is exchanged for fewer scopes, which narrows the access token alone, and never for more (D-125)', () => {
    const fewer: OAuthScope[] = ['sites.view']
    const narrowed = tokensIssued(2, 'refresh 1', 3600, fewer, scopes)
    const next = { spentDigest: 'refresh 2', at: at(3700), ...issuing(3) }
    given(...signedIn)
      .when(refresh({ scopes: fewer }))
      .then(narrowed)
    given(...signedIn, narrowed)
      .when(refresh(next))
      .then(tokensIssued(3, 'refresh 2', 3700))
    given(...signedIn, narrowed)
      .when(refresh({ ...next, scopes: fewer }))
      .then(tokensIssued(3, 'refresh 2', 3700, fewer, scopes))
    given(...signedIn, narrowed)
      .when(refresh({ ...next, scopes: ['files.view'] }))
      .thenBreaks('oauth-scope-exceeded')
  })

  test('that an earlier version issued with fewer scopes keeps those', () => {
    const narrowed = tokensIssued(2, 'refresh 1', 3600, ['sites.view'])
    const next = { spentDigest: 'refresh 2', at: at(3700), ...issuing(3) }
    given(...signedIn, narrowed)
      .when(refresh({ ...next, scopes }))
      .thenBreaks('oauth-scope-exceeded')
    given(...signedIn, narrowed)
      .when(refresh(next))
      .then(tokensIssued(3, 'refresh 2', 3700, ['sites.view']))
  })

  test('that its client gives back ends the consent', () => {
    const give = (refreshDigest: string, by = clientId) =>
      ({ type: 'RevokeRefreshToken', clientId: by, refreshDigest }) as const
    given(...refreshed)
      .when(give('refresh 2'))
      .then(revoked('client'))
    given(...refreshed)
      .when(give('refresh 1'))
      .then(revoked('client'))
    given(...refreshed)
      .when(give('refresh 2', otherClient))
      .thenNothing()
    given(...refreshed)
      .when(give('refresh 9'))
      .thenNothing()
    given(...refreshed, revoked('user'))
      .when(give('refresh 2'))
      .thenNothing()
    given().when(give('refresh 2')).thenNothing()
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
    given(...refreshed)
      .when(give('access 2'))
      .then(ended('access 2'))
    given(...refreshed)
      .when(give('access 1'))
      .then(ended('access 1'))
    given(...refreshed, ended('access 2'))
      .when(refresh({ spentDigest: 'refresh 2', at: at(3700), ...issuing(3) }))
      .then(tokensIssued(3, 'refresh 2', 3700))
  })

  test('is not touched by another client, nor ended twice', () => {
    given(...refreshed)
      .when(give('access 2', otherClient))
      .thenNothing()
    given(...refreshed, ended('access 2'))
      .when(give('access 2'))
      .thenNothing()
    given(...refreshed, revoked('user'))
      .when(give('access 2'))
      .thenNothing()
  })
})
