import { describe, test } from 'vitest'
import { userDecider } from '#api/domain/user.ts'
import { deciding } from '#tests/support/decider.ts'
import { newUserId } from '#tests/support/new-ids.ts'

const given = deciding(userDecider)
const user = { userId: newUserId(), name: 'Ann', email: 'Ann@example.com', passwordHash: '$argon2id$' }
const { userId } = user
const registerUser = { type: 'RegisterUser', ...user } as const
const userRegistered = { type: 'UserRegistered', data: user } as const
const personErased = { type: 'PersonErased' as const, data: { userId, addressedIds: [] } }
const at = '2026-03-01T10:00:00.000Z'

describe('a user', () => {
  test('registers, the address kept as typed', () => {
    given().when(registerUser).then(userRegistered)
  })

  test('registers once, and not again after being erased', () => {
    given(userRegistered).when(registerUser).thenBreaks('id-taken')
    given(userRegistered, personErased).when(registerUser).thenBreaks('id-taken')
  })

  test('whose key was destroyed has no usable password', () => {
    const sealedForEver = { ...user, name: null, email: null, passwordHash: null }

    given({ type: 'UserRegistered', data: sealedForEver }, personErased).thenState({
      status: 'erased',
      userId,
      finished: false,
    })
  })

  test('who is erased can do nothing any more', () => {
    given(userRegistered, personErased).when({ type: 'EndSessions' }).thenBreaks('user-not-found')
    given().when({ type: 'EndSessions' }).thenBreaks('user-not-found')
  })
})

describe("a user's contact", () => {
  const updateContact = { type: 'UpdateContact', name: 'Ann', email: 'new@example.com', from: user.email } as const
  const contactUpdated = {
    type: 'ContactUpdated',
    data: { userId, name: 'Ann', email: 'new@example.com' },
  } as const

  test('changes', () => {
    given(userRegistered).when(updateContact).then(contactUpdated)
  })

  test('of two concurrent changes, the second starts from an outdated address', () => {
    given(userRegistered, contactUpdated).when(updateContact).thenBreaks('contact-changed')
  })
})

describe("a user's password", () => {
  const changePassword = { type: 'ChangePassword', passwordHash: 'new', passwordVersion: 1, by: 'settings' } as const
  const passwordChanged = { type: 'PasswordChanged', data: { userId, passwordHash: 'new', by: 'settings' } } as const
  const sessionsEnded = { type: 'SessionsEnded', data: { userId, epoch: 1 } } as const

  test('changes, and with it every session ends', () => {
    given(userRegistered).when(changePassword).then(passwordChanged, sessionsEnded)
  })

  test('does not change for who proved the one before', () => {
    given(userRegistered, passwordChanged).when(changePassword).thenBreaks('password-wrong')
  })

  test('is not set by a link that was asked for before it changed', () => {
    const reset = { ...changePassword, by: 'reset' } as const

    given(userRegistered, passwordChanged).when(reset).thenBreaks('reset-link-used')
  })

  test('is hashed anew, but not over one that has taken its place since', () => {
    const rehash = { type: 'RehashPassword', passwordHash: 'costly', passwordVersion: 1 } as const
    const rehashed = { type: 'PasswordRehashed', data: { userId, passwordHash: 'costly' } } as const

    given(userRegistered).when(rehash).then(rehashed)
    given(userRegistered, passwordChanged).when(rehash).then()
    given(userRegistered, rehashed).when(changePassword).then(passwordChanged, sessionsEnded)
  })

  test('signs in, unless it has changed since it was checked', () => {
    const signIn = { type: 'SignIn', proof: { by: 'password', passwordVersion: 1 }, at } as const

    given(userRegistered)
      .when(signIn)
      .then({ type: 'UserSignedIn', data: { userId, proof: 'password', step: null } })
    given(userRegistered, passwordChanged).when(signIn).thenBreaks('sign-in-refused')
  })

  test('each end of all sessions begins an epoch', () => {
    given(userRegistered, sessionsEnded)
      .when({ type: 'EndSessions' })
      .then({ type: 'SessionsEnded', data: { userId, epoch: 2 } })
  })
})
