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
    given(registered).when({ type: 'StartTwoFactor', factor }).then(started)
    given(registered, started)
      .when({ type: 'SignIn', proof: { by: 'password', passwordVersion: 1 }, at })
      .then({ type: 'UserSignedIn', data: { userId, proof: 'password', step: null } })
    given(registered, started)
      .when({ type: 'ConfirmTwoFactor', proof: { by: 'app', step: 100 }, at })
      .then(turnedOn)
  })

  test('cannot be confirmed before it is started', () => {
    given(registered)
      .when({ type: 'ConfirmTwoFactor', proof: { by: 'app', step: 100 }, at })
      .thenBreaks('two-factor-off')
  })

  test('once on, a password alone does not sign in', () => {
    given(registered, started, turnedOn)
      .when({ type: 'SignIn', proof: { by: 'password', passwordVersion: 1 }, at })
      .thenBreaks('sign-in-refused')
  })

  test('takes each code once: neither the one that was confirmed nor an older one signs in', () => {
    const on = given(registered, started, turnedOn)

    on.when(signInBy(101)).then(signedIn(101))
    on.when(signInBy(100)).thenBreaks('code-wrong')
    on.when(signInBy(99)).thenBreaks('code-wrong')
    given(registered, started, turnedOn, signedIn(101)).when(signInBy(101)).thenBreaks('code-wrong')
  })

  test('stays in force until its replacement is confirmed', () => {
    const another = { type: 'TwoFactorStarted', data: { userId, ...factor, resetCodeHash: 'other' } } as const

    given(registered, started, turnedOn, another).when(signInBy(101)).then(signedIn(101))
  })

  test('turns off once', () => {
    given(registered, started, turnedOn).when({ type: 'TurnTwoFactorOff' }).then(turnedOff)
    given(registered, started, turnedOn, turnedOff).when({ type: 'TurnTwoFactorOff' }).thenNothing()
  })
})

describe('the reset code', () => {
  const reset = { type: 'SignIn', proof: { by: 'reset-code', hash: 'hash' }, at } as const

  test('signs in and turns two-factor authentication off [D-09]', () => {
    given(registered, started, turnedOn)
      .when(reset)
      .then(
        { type: 'UserSignedIn', data: { userId, proof: 'reset-code', step: null } },
        { type: 'TwoFactorTurnedOff', data: { userId, by: 'reset-code' } },
      )
  })

  test('works once', () => {
    given(registered, started, turnedOn, turnedOff).when(reset).thenBreaks('two-factor-off')
  })

  test('that is wrong does nothing', () => {
    given(registered, started, turnedOn)
      .when({ ...reset, proof: { by: 'reset-code', hash: 'guess' } })
      .thenBreaks('code-wrong')
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
    given(registered, byText, on)
      .when({ type: 'RequestTextCode', codeId, at, expiresAt, of: 'active' })
      .then(requested())
  })

  test('is not sent while five are under way, and again once they have expired', () => {
    const again = { type: 'RequestTextCode', codeId: nextId, at, expiresAt, of: 'active' } as const
    const five = Array.from({ length: 5 }, () => requested())

    given(registered, byText, on, ...five)
      .when(again)
      .thenBreaks('too-many-codes')
    given(registered, byText, on, ...five)
      .when({ ...again, at: expiresAt })
      .then(requested(nextId))
    given(registered, byText, on, ...five, { type: 'UserSignedIn', data: { userId, proof: 'text', step: null } })
      .when(again)
      .then(requested(nextId))
  })

  test('is not sent to who has an app', () => {
    given(registered, started, turnedOn)
      .when({ type: 'RequestTextCode', codeId, at, expiresAt, of: 'active' })
      .thenBreaks('two-factor-off')
  })

  test('signs in until it expires, and once', () => {
    const signedInByText = { type: 'UserSignedIn', data: { userId, proof: 'text', step: null } } as const

    given(registered, byText, on, requested()).when(signIn()).then(signedInByText)
    given(registered, byText, on, requested()).when(signIn(codeId, expiresAt)).thenBreaks('code-wrong')
    given(registered, byText, on, requested(), signedInByText).when(signIn()).thenBreaks('code-wrong')
  })

  test('is void once another one was sent', () => {
    given(registered, byText, on, requested(), requested(nextId)).when(signIn()).thenBreaks('code-wrong')
  })
})
