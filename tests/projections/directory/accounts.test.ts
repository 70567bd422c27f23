import { describe, expect, test } from 'vitest'
import { accountQueries } from '#projections/directory/accounts.ts'
import { directory } from '#projections/directory/directory.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const userId = newUserId()
const registered = recorded(
  'UserRegistered',
  { userId, name: 'Ann', email: 'ann@example.com', passwordHash: '$argon2id$secret' },
  { at: '2026-03-01T10:00:00.000Z' },
)
const started = (method: 'app' | 'text', phone: string) =>
  recorded('TwoFactorStarted', { userId, method, countryCode: '44', phone, secret: 'SECRET', resetCodeHash: 'HASH' })
const turnedOn = recorded('TwoFactorTurnedOn', { userId, step: 1 })
const userAfter = (...events: RecordedEvent[]) =>
  accountQueries(projected(directory, [registered, ...events])).user(userId)

describe('the read model of users', () => {
  test('[ENT2-01] holds contact, phone and second factor', () => {
    const updated = recorded('ContactUpdated', { userId, name: 'Ann Walker', email: 'ann@walker.example' })

    expect(userAfter(updated, started('app', '+447700900123'), turnedOn)).toMatchObject({
      name: 'Ann Walker',
      email: 'ann@walker.example',
      country_code: '44',
      phone: '+447700900123',
      two_factor: 'app',
    })
  })

  test('shows the newest second factor once it is on, and none once it is off', () => {
    expect(userAfter(started('app', '+447700900123'))).toMatchObject({ two_factor: null, phone: null })
    expect(userAfter(started('app', '+447700900123'), started('text', '+447700900456'), turnedOn)).toMatchObject({
      two_factor: 'text',
      phone: '+447700900456',
    })
    const off = recorded('TwoFactorTurnedOff', { userId, by: 'settings' })
    expect(userAfter(started('app', '+447700900123'), turnedOn, off)).toMatchObject({ two_factor: null, phone: null })
  })

  test('[ENT2-04] has the time of the last login, which registering counts as', () => {
    const signedIn = recorded(
      'UserSignedIn',
      { userId, proof: 'password', step: null },
      { at: '2026-03-02T10:00:00.000Z' },
    )

    expect(userAfter()?.last_logged_in_at).toBe('2026-03-01T10:00:00.000Z')
    expect(userAfter(signedIn)?.last_logged_in_at).toBe('2026-03-02T10:00:00.000Z')
  })

  test('has the epoch of valid sessions', () => {
    expect(userAfter()?.session_epoch).toBe(0)
    expect(userAfter(recorded('SessionsEnded', { userId, epoch: 2 }))?.session_epoch).toBe(2)
  })

  test('holds no secrets', () => {
    const contents = contentsOf(projected(directory, [registered, started('app', '+447700900123'), turnedOn]))

    expect(JSON.stringify(contents)).not.toMatch(/secret|HASH/i)
  })
})

describe('an e-mail address', () => {
  const changed = (by: 'reset' | 'settings', at: string) =>
    recorded('PasswordChanged', { userId, passwordHash: 'hash', by }, { at })
  const moved = (email: string, at: string) => recorded('ContactUpdated', { userId, name: 'Ann', email }, { at })
  const verified = (...events: RecordedEvent[]) => userAfter(...events)?.email_verified

  test('is verified by its own link until it is changed', () => {
    const proven = recorded('EmailVerified', { userId })

    expect(verified(proven)).toBe(1)
    expect(verified(proven, moved('bob@example.com', '2026-03-02T12:00:00.000Z'))).toBe(0)
  })

  test('is verified by the use of a link that was mailed to it, and by nothing else', () => {
    expect(verified()).toBe(0)
    expect(verified(changed('settings', '2026-03-01T12:00:00.000Z'))).toBe(0)
    expect(verified(changed('reset', '2026-03-01T12:00:00.000Z'))).toBe(1)
  })

  test('is not verified by a link that may have been mailed to the former address', () => {
    const soon = changed('reset', '2026-03-01T12:59:00.000Z')
    const later = changed('reset', '2026-03-01T13:01:00.000Z')

    expect(verified(moved('bob@example.com', '2026-03-01T12:00:00.000Z'), soon)).toBe(0)
    expect(verified(moved('bob@example.com', '2026-03-01T12:00:00.000Z'), later)).toBe(1)
  })

  test('is unverified after a change; a new name does not affect it', () => {
    const proven = changed('reset', '2026-03-01T12:00:00.000Z')

    expect(verified(proven, moved('ann@example.com', '2026-03-02T12:00:00.000Z'))).toBe(1)
    expect(verified(proven, moved('bob@example.com', '2026-03-02T12:00:00.000Z'))).toBe(0)
  })
})
