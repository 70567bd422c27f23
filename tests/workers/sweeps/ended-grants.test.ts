import { beforeAll, describe, expect, test } from 'vitest'
import { apiTokenDecider } from '#api/domain/api-token.ts'
import { oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import { personalTokenDecider } from '#api/domain/personal-token.ts'
import { shareDecider } from '#api/domain/share.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { apiTokenStream, oauthGrantStream, personalTokenStream, shareStream } from '#api/event-store/streams.ts'
import { endedGrantQueries, endedGrants } from '#projections/sweeps/ended-grants.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { ApiTokenId, OAuthClientId, OAuthGrantId, PersonalTokenId, ShareId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newClientId, newCommandId, newSiteId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'
import { recordEndedGrants } from '#workers/sweeps/ended-grants.ts'

const now = new Date('2026-04-01T10:00:00.000Z')

describe('the end of an authorization', () => {
  const { ledger, keys } = openMemoryLedger()
  const teamId = newTeamId()
  const userId = newUserId()
  beforeAll(() => keys.forSealing(userId, true))
  const ownerId = newUserId()
  const clientId = OAuthClientId.parse(newCommandId())
  const client = { clientId, userId: ownerId, name: 'Phone', redirects: [], confidential: true, secret: 's' }
  const created = recorded('OAuthClientCreated', client)

  /** A consent in the log. */
  const granted = async () => {
    const grantId = OAuthGrantId.parse(newCommandId())
    const code = { codeDigest: 'd', redirect: 'r', challenge: 'c', scopes: [], at: '2026-03-31T10:00:00.000Z' }
    const command = { type: 'GrantAccess', grantId, clientId, userId, teamId, ...code } as const
    await handle(ledger, oauthGrantDecider, oauthGrantStream(grantId), command, contextOf(teamId, userId))
    return grantId
  }
  const sweep = async (...events: RecordedEvent[]) => {
    await recordEndedGrants({ ledger, grants: endedGrantQueries(projected(endedGrants, events)) }, now)
  }
  const readOf = async (grantId: OAuthGrantId) => {
    const events = await ledger.read(oauthGrantStream(grantId))
    const consent = events.filter(({ type }) => type === 'OAuthAccessGranted')
    return { consent, ends: events.filter(({ type }) => type === 'OAuthGrantRevoked') }
  }

  test.each([
    ['left-team', recorded('MemberLeft', { teamId, userId })],
    ['left-team', recorded('MemberRemoved', { teamId, userId, removedBy: ownerId, reason: null })],
    ['team-deleted', recorded('TeamDeleted', { teamId, deletedBy: ownerId })],
    ['person-erased', recorded('PersonErased', { userId, addressedIds: [] })],
    ['client-deleted', recorded('OAuthClientDeleted', { clientId, userId: ownerId })],
    ['client-deleted', recorded('PersonErased', { userId: ownerId, addressedIds: [] })],
  ])('is recorded as %s, once, with what caused it', async (by, cause) => {
    const grantId = await granted()
    const { consent } = await readOf(grantId)

    await sweep(created, ...consent, cause)
    await sweep(created, ...consent, cause)

    const { ends } = await readOf(grantId)
    expect(ends).toMatchObject([
      {
        data: { grantId, by },
        metadata: { teamId, causationId: cause.id, via: { kind: 'worker', id: 'ended-grants' } },
      },
    ])
    await sweep(created, ...consent, cause, ...ends)
    expect((await readOf(grantId)).ends).toHaveLength(1)
  })

  test('is not recorded while user, team and client are there', async () => {
    const grantId = await granted()
    const { consent } = await readOf(grantId)
    const elsewhere = [
      recorded('MemberLeft', { teamId: newTeamId(), userId }),
      recorded('MemberLeft', { teamId, userId: newUserId() }),
      recorded('OAuthClientDeleted', { clientId: OAuthClientId.parse(newCommandId()), userId: ownerId }),
    ]

    await sweep(created, ...consent, ...elsewhere)

    expect((await readOf(grantId)).ends).toEqual([])
  })

  test.each([
    ['MemberLeft', recorded('MemberLeft', { teamId, userId })],
    ['MemberRemoved', recorded('MemberRemoved', { teamId, userId, removedBy: ownerId, reason: null })],
    ['TeamDeleted', recorded('TeamDeleted', { teamId, deletedBy: ownerId })],
    ['PersonErased', recorded('PersonErased', { userId, addressedIds: [] })],
  ])('of tokens and share links is recorded as well, once, after %s [D-115]', async (_, cause) => {
    const shareId = ShareId.parse(newCommandId())
    const tokenId = ApiTokenId.parse(newCommandId())
    const personalId = PersonalTokenId.parse(newCommandId())
    const ofTokens = { userId, teamId, name: 'x', digest: 'a' }
    const none: never[] = []
    const place = { clientId: newClientId(), siteId: newSiteId(), visitId: null }
    const shared = { kind: 'site', id: place.siteId } as const
    const expiresAt = '2027-04-01T10:00:00.000Z'
    const limits = { digest: 'c', passwordHash: null, maxOpenings: null, expiresAt }
    const context = () => contextOf(teamId, userId)
    const token = { type: 'CreateApiToken', tokenId, ...ofTokens, abilities: none, expiresAt: null } as const
    await handle(ledger, apiTokenDecider, apiTokenStream(tokenId), token, context())
    const personal = { type: 'CreatePersonalToken', tokenId: personalId, ...ofTokens, scopes: none, expiresAt } as const
    await handle(ledger, personalTokenDecider, personalTokenStream(personalId), personal, context())
    const share = { type: 'CreateShare', shareId, teamId, userId, shared, ...place, ...limits } as const
    await handle(ledger, shareDecider, shareStream(shareId), share, context())
    const streams = [apiTokenStream(tokenId), personalTokenStream(personalId), shareStream(shareId)]
    const read = async () => (await Promise.all(streams.map((stream) => ledger.read(stream)))).flat()

    const made = await read()
    await sweep(...made, recorded('MemberLeft', { teamId: newTeamId(), userId }))
    expect(await read()).toHaveLength(3)
    await sweep(...made, cause)
    await sweep(...made, cause)

    const ends = (await read()).filter(({ type }) => type.endsWith('Revoked'))
    // Erasing its user is the end of a personal token.
    const all = ['ApiTokenRevoked', 'PersonalTokenRevoked', 'ShareRevoked']
    const isErased = cause.type === 'PersonErased'
    expect(ends.map(({ type }) => type)).toEqual(all.filter((type) => !isErased || type !== 'PersonalTokenRevoked'))
    expect(ends).toMatchObject(ends.map(() => ({ metadata: { actor: null, teamId, causationId: cause.id } })))
  })
})
