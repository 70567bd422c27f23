import { describe, expect, test } from 'vitest'
import { oauthClientStream, teamStream, userStream } from '#api/event-store/streams.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { ApiTokenId, OAuthClientId, OAuthGrantId, PersonalTokenId } from '#schemas/ids.ts'
import { messageChannels } from '#schemas/jobs/send-message.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { compose } from '#workers/mail/registry.ts'

const userId = newUserId()
const teamId = newTeamId()
const tokenId = ApiTokenId.parse(newCommandId())
const registered = recorded('UserRegistered', { userId, name: 'Ann', email: 'ann@example.com', passwordHash: 'x' })
const erased = recorded('PersonErased', { userId, addressedIds: [] })
const created = recorded('TeamCreated', {
  teamId,
  ownerId: userId,
  name: 'North West',
  slug: 'north-west',
  trialEndsAt: '2026-03-15T10:00:00.000Z',
})

const letterhead = (...ofUser: RecordedEvent[]) => ({
  ...textTools,
  digest: () => '',
  ledger: {
    read: async (stream: string) =>
      new Map([
        [userStream(userId), ofUser],
        [teamStream(teamId), [created]],
        [oauthClientStream(clientId), [phone]],
      ]).get(stream) ?? [],
  },
})

const personalTokenId = PersonalTokenId.parse(newCommandId())
const token = { tokenId, userId, name: 'Backup', abilities: [] }
const clientId = OAuthClientId.parse(newCommandId())
const consent = { grantId: OAuthGrantId.parse(newCommandId()), clientId, userId, teamId }
const granted = { ...consent, scopes: [], endsAt: '2027-03-01T10:00:00.000Z' }
const phone = recorded('OAuthClientCreated', {
  clientId,
  userId: newUserId(),
  name: 'Phone',
  redirects: [],
  confidential: false,
  secret: null,
})
const changes: [RecordedEvent, string, string][] = [
  [
    recorded('PasswordChanged', { userId, passwordHash: 'y', by: 'settings' }),
    'Your password was changed',
    'signed out',
  ],
  [recorded('PasswordChanged', { userId, passwordHash: 'y', by: 'reset' }), 'Your password was changed', 'mailed link'],
  [recorded('TwoFactorTurnedOn', { userId, step: 1 }), 'Two-factor authentication is on', 'asks for a code'],
  [recorded('TwoFactorTurnedOff', { userId, by: 'settings' }), 'Two-factor authentication is off', 'only the password'],
  [recorded('TwoFactorTurnedOff', { userId, by: 'reset-code' }), 'Two-factor authentication is off', 'reset code'],
  [recorded('ApiTokenCreated', { ...token, teamId, digest: 'd', expiresAt: null }), 'A new API token', '"Backup"'],
  [recorded('ApiTokenChanged', token), 'An API token was changed', '"Backup"'],
  [recorded('ApiTokenRevoked', { tokenId }, { actor: userId }), 'An API token was revoked', 'refused'],
  [
    recorded('PersonalTokenCreated', {
      tokenId: personalTokenId,
      userId,
      teamId,
      name: 'Backup',
      scopes: [],
      digest: 'd',
      expiresAt: '2027-03-01T10:00:00.000Z',
    }),
    'A new personal access token',
    '"Backup"',
  ],
  [
    recorded('PersonalTokenRevoked', { tokenId: personalTokenId, userId }, { actor: userId }),
    'A personal access token was revoked',
    'refused',
  ],
  [
    recorded('OAuthAccessGranted', granted),
    'An app may act for you',
    'The app "Phone" may act for you in the team North',
  ],
  [
    recorded('OAuthAccessGranted', { ...granted, clientId: commandLineClient.clientId }),
    'An app may act for you',
    'The app "Siteledger command line" may act',
  ],
  [
    recorded('OAuthGrantRevoked', { ...consent, by: 'user' }),
    'The access of an app has ended',
    'The app "Phone" does not',
  ],
  [
    recorded('OAuthGrantRevoked', { ...consent, by: 'token-reused' }),
    'The access of an app has ended',
    'sent a token for the second time',
  ],
  [
    recorded('OAuthGrantRevoked', { ...consent, by: 'code-replayed' }),
    'The access of an app has ended',
    'sent a code for the second time',
  ],
  [recorded('TeamDeleted', { teamId, deletedBy: userId }), 'Your team was deleted', 'You deleted the team North West'],
  [
    recorded('TeamDeleted', { teamId, deletedBy: newUserId() }),
    'Your team was deleted',
    'Siteledger deleted your team',
  ],
  [recorded('TeamRestored', { teamId }), 'Your team was restored', 'Siteledger restored your team North West'],
]

describe('a change that decides about sign-in or a whole team (D-100)', () => {
  test.each(changes)('[D-100] is mailed to the person: %#', async (event, subject, word) => {
    const mail = await compose('mail', event, letterhead(registered))

    expect(mail).toMatchObject({ to: 'ann@example.com', subject })
    expect(mail?.paragraphs[0]).toContain(word)
    expect(mail?.paragraphs[1]).toContain('support@example.com')
    expect(messageChannels).toHaveProperty(event.type, ['mail'])
  })

  test.each(['client', 'client-deleted', 'left-team', 'team-deleted', 'person-erased'] as const)(
    'that follows from what the person knows is not mailed: %s',
    async (by) => {
      expect(
        await compose('mail', recorded('OAuthGrantRevoked', { ...consent, by }), letterhead(registered)),
      ).toBeNull()
    },
  )

  test.each(changes)('is mailed to nobody once the person is erased: %#', async (event) => {
    expect(await compose('mail', event, letterhead(registered, erased))).toBeNull()
  })
})
