import { expect, test } from 'vitest'
import { history } from '#projections/history/history.ts'
import { historyQueries } from '#projections/history/queries.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { ApiTokenId, OAuthClientId, OAuthGrantId, PersonalTokenId } from '#schemas/ids.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import type { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const clientId = OAuthClientId.parse(newCommandId())
const grantId = OAuthGrantId.parse(newCommandId())
const userId = newUserId()
const ownerId = newUserId()
const teamId = newTeamId()

const phone = { clientId, userId: ownerId, name: 'Phone', redirects: [], confidential: true, secret: 's' }
const created = recorded('OAuthClientCreated', phone, { actor: ownerId })
const consent = { grantId, clientId, userId, teamId }
const grantedBy = (actor: typeof userId, app = clientId) => {
  const terms = { scopes: ['sites.view' as const], endsAt: '2027-03-01T10:00:00.000Z' }
  return recorded('OAuthAccessGranted', { ...consent, ...terms, userId: actor, clientId: app }, { actor })
}
const granted = grantedBy(userId)
const ended = recorded('OAuthGrantRevoked', { ...consent, by: 'user' }, { actor: userId })
const gone = recorded('PersonErased', { userId: ownerId, addressedIds: [] })

const inTeam = (...events: RecordedEvent[]) =>
  historyQueries(projected(history, events))
    .list({ scope: wholeTeam(teamId), hidden: [] }, {}, { limit: 10 })
    .rows.map(({ summary }) => summary)
const changesIn = (...events: RecordedEvent[]) =>
  historyQueries(projected(history, events)).list({ scope: wholeTeam(teamId), hidden: [] }, {}, { limit: 1 }).rows[0]
    ?.changes
const by = (person: typeof userId, ...events: RecordedEvent[]) =>
  historyQueries(projected(history, events))
    .by(person)
    .map(({ summary }) => summary)

test('an authorized app has its name in the history of a team, until whoever registered it is erased', () => {
  expect(inTeam(created, granted, ended)).toEqual([
    'Ended the authorization of the app Phone',
    'Authorized the app Phone',
  ])
  expect(inTeam(created, granted, ended, gone)).toEqual([
    'Ended the authorization of an app of an erased person',
    'Authorized an app of an erased person',
  ])
})

test('what was allowed is told by noun, and until which day', () => {
  const scopes: OAuthScope[] = ['sites.view', 'clients.view', 'clients.update', 'export', 'sites.create']
  const every: OAuthScope[] = ['sites.delete', 'sites.update', ...scopes]
  const told = (...allowed: OAuthScope[]) => {
    const event = recorded('OAuthAccessGranted', { ...consent, scopes: allowed, endsAt: '2027-03-01T10:00:00.000Z' })
    return changesIn(created, event)
  }
  const end = { field: 'ends_at', from: null, to: '01/03/2027' }

  expect(told(...scopes)).toEqual([
    { field: 'scopes', from: null, to: 'clients (update, view), sites (create, view), export' },
    end,
  ])
  expect(told(...every)).toEqual([
    { field: 'scopes', from: null, to: 'clients (update, view), sites (all), export' },
    end,
  ])
})

test('a token is told by noun as well, and until which day', () => {
  const token = { userId, teamId, name: 'Laptop', digest: 'd', expiresAt: '2027-03-01T10:00:00.000Z' }
  const personal = { ...token, tokenId: PersonalTokenId.parse(newCommandId()), scopes: ['export' as const] }
  const script = { ...token, tokenId: ApiTokenId.parse(newCommandId()), abilities: ['operate' as const] }
  const expiry = { field: 'expires_at', from: null, to: '01/03/2027' }

  expect(changesIn(recorded('PersonalTokenCreated', personal))).toEqual([
    { field: 'scopes', from: null, to: 'export' },
    expiry,
  ])
  expect(changesIn(recorded('ApiTokenCreated', script))).toEqual([
    { field: 'abilities', from: null, to: 'operate' },
    expiry,
  ])
})

test('what somebody did tells of an app of somebody else, and names their own', () => {
  expect(by(userId, created, granted)).toEqual(['Authorized an app of somebody else'])
  expect(by(ownerId, created, grantedBy(ownerId))).toEqual([
    'Authorized the app Phone',
    'Created the OAuth client Phone',
  ])
  const viaCommandLine = grantedBy(userId, commandLineClient.clientId)
  expect(by(userId, viaCommandLine)).toEqual(['Authorized the app Siteledger command line'])
})
