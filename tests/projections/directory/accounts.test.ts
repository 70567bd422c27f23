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
