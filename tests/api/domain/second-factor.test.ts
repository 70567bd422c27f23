import { describe, test } from 'vitest'
import { userDecider } from '#api/domain/user.ts'
import { deciding } from '#tests/support/decider.ts'
import { newCommandId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(userDecider)
const userId = newUserId()
const at = '2026-03-01T10:00:00.000Z'
const registered = {
  type: 'UserRegistered',
  data: { userId, name: 'Ann', email: 'ann@example.com', passwordHash: '$argon2id$' },
} as const
const factor = {
  method: 'app',
  countryCode: '44',
  phone: '+447700900123',
  secret: 'ABC',
  resetCodeHash: 'hash',
} as const
const started = { type: 'TwoFactorStarted', data: { userId, ...factor } } as const
const turnedOn = { type: 'TwoFactorTurnedOn', data: { userId, step: 100 } } as const
const turnedOff = { type: 'TwoFactorTurnedOff', data: { userId, by: 'settings' } } as const
const signInBy = (step: number) => ({ type: 'SignIn', proof: { by: 'app', step }, at }) as const
const signedIn = (step: number) => ({ type: 'UserSignedIn', data: { userId, proof: 'app', step } }) as const

describe('two-factor authentication', () => {
  test('is off until a first code is confirmed [D-09]', () => {
    given(registered).decides({ type: 'StartTwoFactor', factor }, started)
    given(registered, started).decides(
      { type: 'SignIn', proof: { by: 'password', passwordVersion: 1 }, at },
      { type: 'UserSignedIn', data: { userId, proof: 'password', step: null } },
    )
    given(registered, started).decides({ type: 'ConfirmTwoFactor', proof: { by: 'app', step: 100 }, at }, turnedOn)
  })

  test('cannot be confirmed before it is started', () => {
    given(registered).refuses({ type: 'ConfirmTwoFactor', proof: { by: 'app', step: 100 }, at }, 'two-factor-off')
  })

  test('once on, a password alone does not sign in', () => {
    given(registered, started, turnedOn).refuses(
      { type: 'SignIn', proof: { by: 'password', passwordVersion: 1 }, at },
      'sign-in-refused',
    )
  })

  test('takes each code once: neither the one that was confirmed nor an older one signs in', () => {
    const on = given(registered, started, turnedOn)

    on.decides(signInBy(101), signedIn(101))
    on.refuses(signInBy(100), 'code-wrong')
    on.refuses(signInBy(99), 'code-wrong')
    given(registered, started, turnedOn, signedIn(101)).refuses(signInBy(101), 'code-wrong')
  })

  test('stays in force until its replacement is confirmed', () => {
    const another = { type: 'TwoFactorStarted', data: { userId, ...factor, resetCodeHash: 'other' } } as const

    given(registered, started, turnedOn, another).decides(signInBy(101), signedIn(101))
  })

  test('turns off once', () => {
    given(registered, started, turnedOn).decides({ type: 'TurnTwoFactorOff' }, turnedOff)
    given(registered, started, turnedOn, turnedOff).ignores({ type: 'TurnTwoFactorOff' })
  })
})

describe('the reset code', () => {
  const reset = { type: 'SignIn', proof: { by: 'reset-code', hash: 'hash' }, at } as const

  test('signs in and turns two-factor authentication off [D-09]', () => {
    given(registered, started, turnedOn).decides(
      reset,
      { type: 'UserSignedIn', data: { userId, proof: 'reset-code', step: null } },
      { type: 'TwoFactorTurnedOff', data: { userId, by: 'reset-code' } },
    )
  })

  test('works once', () => {
    given(registered, started, turnedOn, turnedOff).refuses(reset, 'two-factor-off')
  })

  test('that is wrong does nothing', () => {
    given(registered, started, turnedOn).refuses({ ...reset, proof: { by: 'reset-code', hash: 'guess' } }, 'code-wrong')
  })
})

describe('a code by text message', () => {
  const codeId = newCommandId()
  const nextId = newCommandId()
  const byText = { type: 'TwoFactorStarted', data: { userId, ...factor, method: 'text', secret: null } } as const
  const on = { type: 'TwoFactorTurnedOn', data: { userId, step: null } } as const
  const expiresAt = '2026-03-01T10:10:00.000Z'
  const requested = (id = codeId) =>
    ({ type: 'TextCodeRequested', data: { userId, codeId: id, phone: factor.phone, expiresAt } }) as const
  const signIn = (id = codeId, when = at) => ({ type: 'SignIn', proof: { by: 'text', codeId: id }, at: when }) as const

  test('goes to the phone of the factor', () => {
    given(registered, byText, on).decides({ type: 'RequestTextCode', codeId, at, expiresAt, of: 'active' }, requested())
  })

  test('is not sent while five are under way, and again once they have expired', () => {
    const again = { type: 'RequestTextCode', codeId: nextId, at, expiresAt, of: 'active' } as const
    const five = Array.from({ length: 5 }, () => requested())

    given(registered, byText, on, ...five).refuses(again, 'too-many-codes')
    given(registered, byText, on, ...five).decides({ ...again, at: expiresAt }, requested(nextId))
    given(registered, byText, on, ...five, {
      type: 'UserSignedIn',
      data: { userId, proof: 'text', step: null },
    }).decides(again, requested(nextId))
  })

  test('is not sent to who has an app', () => {
    given(registered, started, turnedOn).refuses(
      { type: 'RequestTextCode', codeId, at, expiresAt, of: 'active' },
      'two-factor-off',
    )
  })

  test('signs in until it expires, and once', () => {
    const signedInByText = { type: 'UserSignedIn', data: { userId, proof: 'text', step: null } } as const

    given(registered, byText, on, requested()).decides(signIn(), signedInByText)
    given(registered, byText, on, requested()).refuses(signIn(codeId, expiresAt), 'code-wrong')
    given(registered, byText, on, requested(), signedInByText).refuses(signIn(), 'code-wrong')
  })

  test('is void once another one was sent', () => {
    given(registered, byText, on, requested(), requested(nextId)).refuses(signIn(), 'code-wrong')
  })
})
