import { describe, expect, test } from 'vitest'
import { oauthGrantQueries } from '#projections/oauth/grants.ts'
import { oauth } from '#projections/oauth/oauth.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { OAuthClientId, OAuthGrantId } from '#schemas/ids.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const clientId = OAuthClientId.parse(newCommandId())
const grantId = OAuthGrantId.parse(newCommandId())
const userId = newUserId()
const ownerId = newUserId()
const teamId = newTeamId()
const hour = (at: number) => `2026-03-01T${String(at).padStart(2, '0')}:00:00.000Z`

const client = { clientId, userId: ownerId, name: 'Phone', redirects: [], confidential: true, secret: 's' }
const created = recorded('OAuthClientCreated', client)
const facts = { grantId, clientId, userId, teamId, scopes: ['sites.view' as const] }
const granted = recorded('OAuthAccessGranted', { ...facts, endsAt: '2027-03-01T10:00:00.000Z' }, { at: hour(10) })
const issued = (generation: number, at: number) =>
  recorded(
    'OAuthTokensIssued',
    {
      grantId,
      generation,
      spentDigest: 'x',
      accessDigest: `a${generation}`,
      refreshDigest: `r${generation}`,
      scopes: ['sites.view'],
      accessExpiresAt: hour(at + 1),
      refreshExpiresAt: hour(at + 5),
    },
    { at: hour(at) },
  )
const signedIn = [created, granted, issued(1, 10)]
const holderAfter = (digest: string, ...events: RecordedEvent[]) =>
  oauthGrantQueries(projected(oauth, events)).holder(digest)

describe('the access tokens of an app', () => {
  test('are found by their digest, with whose they are and what they may', () => {
    expect(holderAfter('a1', ...signedIn)).toEqual({
      id: clientId,
      grantId,
      userId,
      teamId,
      abilities: ['sites.view'],
      expiresAt: hour(11),
    })
  })

  test('are at most two of one consent: the newest, and the one before while it lasts', () => {
    const db = oauthGrantQueries(projected(oauth, [...signedIn, issued(2, 10), issued(3, 10)]))
    expect(['a1', 'a2', 'a3'].map((digest) => db.holder(digest) !== undefined)).toEqual([false, true, true])

    const late = oauthGrantQueries(projected(oauth, [...signedIn, issued(2, 11)]))
    expect(['a1', 'a2'].map((digest) => late.holder(digest) !== undefined)).toEqual([false, true])
  })

  test.each([
    ['it is given back', recorded('OAuthAccessTokenRevoked', { grantId, accessDigest: 'a1' })],
    ['the consent ends', recorded('OAuthGrantRevoked', { grantId, clientId, userId, teamId, by: 'user' })],
    ['the client is deleted', recorded('OAuthClientDeleted', { clientId, userId: ownerId })],
    ['the client’s owner is erased', recorded('PersonErased', { userId: ownerId, addressedIds: [] })],
    ['its user is erased', recorded('PersonErased', { userId, addressedIds: [] })],
    ['its user leaves the team', recorded('MemberLeft', { userId, teamId })],
    [
      'its user is removed from the team',
      recorded('MemberRemoved', { userId, teamId, removedBy: ownerId, reason: null }),
    ],
    ['the team is deleted', recorded('TeamDeleted', { teamId, deletedBy: ownerId })],
  ])('are none any more when %s, whatever comes after', (_, end) => {
    expect(holderAfter('a1', ...signedIn, end)).toBeUndefined()
    const again = recorded('MemberJoined', {
      userId,
      teamId,
      role: 'editor',
      clientId: null,
      siteIds: null,
      abilities: {},
      endsAt: null,
    })
    expect(holderAfter('a1', ...signedIn, end, again)).toBeUndefined()
  })
})

describe('the authorized apps of a user', () => {
  const listedAt = (at: string, ...events: RecordedEvent[]) =>
    oauthGrantQueries(projected(oauth, [created, granted, ...events])).ofUser(userId, at)
  const code = recorded('OAuthCodeIssued', {
    grantId,
    codeDigest: 'c',
    redirect: 'r',
    challenge: 'c',
    scopes: [],
    expiresAt: hour(11),
  })

  test('are listed as long as a code or a refresh token lives', () => {
    expect(listedAt(hour(10), code)).toEqual([
      {
        id: grantId,
        client_id: clientId,
        client_name: 'Phone',
        team_id: teamId,
        scopes: ['sites.view'],
        created_at: hour(10),
      },
    ])
    expect(listedAt(hour(11), code)).toEqual([])
    expect(listedAt(hour(14), code, issued(1, 10))).toHaveLength(1)
    expect(listedAt(hour(15), code, issued(1, 10))).toEqual([])
  })
})
