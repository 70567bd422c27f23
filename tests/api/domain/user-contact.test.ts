import { describe, test } from 'vitest'
import { userDecider } from '#api/domain/user.ts'
import { deciding } from '#tests/support/decider.ts'
import { newUserId } from '#tests/support/new-ids.ts'

const given = deciding(userDecider)
const userId = newUserId()
const from = 'ann@example.com'
const email = 'new@example.com'
const userRegistered = {
  type: 'UserRegistered',
  data: { userId, name: 'Ann', email: from, passwordHash: '$argon2id$' },
} as const
const moved = (to: string) => ({ type: 'ContactUpdated', data: { userId, name: 'Ann', email: to } }) as const
const verified = { type: 'EmailVerified', data: { userId } } as const
const changed = (by: 'settings' | 'reset') =>
  ({ type: 'PasswordChanged', data: { userId, passwordHash: 'next', by } }) as const
const dropped = { type: 'EmailChangeDropped', data: { userId } } as const

const start = Date.parse('2026-03-02T09:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const asked = (minutes = 0, to = email) =>
  ({ type: 'EmailChangeRequested', data: { userId, email: to, requestedAt: at(minutes) } }) as const
const ask = (minutes = 0) => ({ type: 'RequestEmailChange', name: 'Ann', email, from, at: at(minutes) }) as const
const keep = { type: 'UpdateContact', name: 'Ann', email: from, from, dropsPending: true } as const
const follow = { type: 'VerifyEmail', email } as const

describe('an address that is pending (D-115)', () => {
  test('changes nothing but the name, until its link is followed', () => {
    given(userRegistered).decides(ask(), asked())
    given(userRegistered).decides(
      { ...ask(), name: 'Anna' },
      { type: 'ContactUpdated', data: { userId, name: 'Anna', email: from } },
      asked(),
    )
    given(userRegistered, asked()).decides(follow, moved(email), verified)
  })

  test('is dropped on request, once', () => {
    given(userRegistered, asked()).decides(keep, dropped)
    given(userRegistered, asked(), dropped).ignores(keep)
    given(userRegistered, asked(), dropped).refuses(follow, 'email-proof-void')
  })

  test('is given up with the next one, with a change at once, and with a new password', () => {
    for (const end of [
      asked(1, 'next@example.com'),
      moved('other@example.com'),
      changed('settings'),
      changed('reset'),
    ]) {
      given(userRegistered, asked(), end).refuses(follow, 'email-proof-void')
    }
  })

  test('outlives a change of the name alone', () => {
    given(userRegistered, asked(), moved(from)).decides(follow, moved(email), verified)
  })

  test('is decided on the address that the caller has seen', () => {
    given(userRegistered, moved('other@example.com')).refuses(ask(), 'contact-changed')
  })
})

describe('asking for another address (D-116)', () => {
  test('is refused for the fourth time in an hour, and allowed after it', () => {
    const three = [asked(0), asked(20), asked(40)]
    given(userRegistered, ...three).refuses(ask(59), 'too-many-address-changes')
    given(userRegistered, ...three).decides(ask(60), asked(60))
  })

  test('is refused for the eleventh time in a day, and allowed after it', () => {
    const ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((hours) => asked(60 * hours))
    given(userRegistered, ...ten).refuses(ask(24 * 60 - 1), 'too-many-address-changes')
    given(userRegistered, ...ten).decides(ask(24 * 60), asked(24 * 60))
  })
})

describe('a mailed link to a new password', () => {
  const use = (passwordVersion: number) =>
    ({ type: 'ChangePassword', passwordHash: 'own', passwordVersion, by: 'reset' }) as const

  test('is void after any other change of password or address, in whatever order they came [D-115]', () => {
    for (const [version, ...changes] of [
      [1, changed('settings')],
      [1, changed('reset')],
      [1, moved(email)],
      [1, asked(), moved(email), verified],
      [1, moved(email), moved(from)],
      [2, moved(email), changed('settings')],
      [2, changed('settings'), moved(email)],
    ] as const) {
      given(userRegistered, ...changes).refuses(use(version), 'reset-link-used')
    }
  })

  test('is good while an address is only pending, or only the name was changed', () => {
    const ended = { type: 'SessionsEnded', data: { userId, epoch: 1 } } as const
    const used = { ...changed('reset'), data: { userId, passwordHash: 'own', by: 'reset' } } as const
    for (const event of [asked(), dropped, moved(from)]) given(userRegistered, event).decides(use(1), used, ended)
  })
})
