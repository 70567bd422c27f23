import { expect, test } from 'vitest'
import { history } from '#projections/history/history.ts'
import { historyQueries } from '#projections/history/queries.ts'
import { commandLineClient } from '#schemas/command-line-client.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { OAuthClientId, OAuthGrantId } from '#schemas/ids.ts'
import { wholeTeam } from '#schemas/scope.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const [clientId, grantId] = [OAuthClientId.parse(newCommandId()), OAuthGrantId.parse(newCommandId())]
const [userId, ownerId, teamId] = [newUserId(), newUserId(), newTeamId()]

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

test('what somebody did tells of an app of somebody else, and names their own', () => {
  expect(by(userId, created, granted)).toEqual(['Authorized an app of somebody else'])
  expect(by(ownerId, created, grantedBy(ownerId))).toEqual([
    'Authorized the app Phone',
    'Created the OAuth client Phone',
  ])
  const viaCommandLine = grantedBy(userId, commandLineClient.clientId)
  expect(by(userId, viaCommandLine)).toEqual(['Authorized the app Siteledger command line'])
})
