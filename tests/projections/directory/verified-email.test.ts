import { describe, expect, test } from 'vitest'
import { accountQueries } from '#projections/directory/accounts.ts'
import { directory } from '#projections/directory/directory.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const userId = newUserId()
const registered = recorded('UserRegistered', { userId, name: 'Ann', email: 'ann@example.com', passwordHash: 'hash' })
const changed = (by: 'reset' | 'settings', at: string) =>
  recorded('PasswordChanged', { userId, passwordHash: 'hash', by }, { at })
const moved = (email: string, at: string) => recorded('ContactUpdated', { userId, name: 'Ann', email }, { at })

const verified = (...events: RecordedEvent[]) =>
  accountQueries(projected(directory, [registered, ...events])).user(userId)?.email_verified

describe('an e-mail address', () => {
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
