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
    given().decides(registerUser, userRegistered)
  })

  test('registers once, and not again after being erased', () => {
    given(userRegistered).refuses(registerUser, 'id-taken')
    given(userRegistered, personErased).refuses(registerUser, 'id-taken')
  })

  test('whose key was destroyed has no usable password', () => {
    const sealedForEver = { ...user, name: null, email: null, passwordHash: null }

    given({ type: 'UserRegistered', data: sealedForEver }, personErased).is({
      status: 'erased',
      userId,
      finished: false,
    })
  })

  test('who is erased can do nothing any more', () => {
    given(userRegistered, personErased).refuses({ type: 'EndSessions' }, 'user-not-found')
    given().refuses({ type: 'EndSessions' }, 'user-not-found')
  })
})

describe("a user's contact", () => {
  const updateContact = { type: 'UpdateContact', name: 'Ann', email: 'new@example.com', from: user.email } as const
  const contactUpdated = {
    type: 'ContactUpdated',
    data: { userId, name: 'Ann', email: 'new@example.com' },
  } as const

  test('changes', () => {
    given(userRegistered).decides(updateContact, contactUpdated)
  })

  test('of two concurrent changes, the second starts from an outdated address', () => {
    given(userRegistered, contactUpdated).refuses(updateContact, 'contact-changed')
  })
})

describe("a user's password", () => {
  const changePassword = { type: 'ChangePassword', passwordHash: 'new', passwordVersion: 1, by: 'settings' } as const
  const passwordChanged = { type: 'PasswordChanged', data: { userId, passwordHash: 'new', by: 'settings' } } as const
  const sessionsEnded = { type: 'SessionsEnded', data: { userId, epoch: 1 } } as const

  test('changes, and with it every session ends', () => {
    given(userRegistered).decides(changePassword, passwordChanged, sessionsEnded)
  })

  test('does not change for who proved the one before', () => {
    given(userRegistered, passwordChanged).refuses(changePassword, 'password-wrong')
  })

  test('is not set by a link that was asked for before it changed', () => {
    const reset = { ...changePassword, by: 'reset' } as const

    given(userRegistered, passwordChanged).refuses(reset, 'reset-link-used')
  })

  test('is hashed anew, but not over one that has taken its place since', () => {
    const rehash = { type: 'RehashPassword', passwordHash: 'costly', passwordVersion: 1 } as const
    const rehashed = { type: 'PasswordRehashed', data: { userId, passwordHash: 'costly' } } as const

    given(userRegistered).decides(rehash, rehashed)
    given(userRegistered, passwordChanged).ignores(rehash)
    given(userRegistered, rehashed).decides(changePassword, passwordChanged, sessionsEnded)
  })

  test('signs in, unless it has changed since it was checked', () => {
    const signIn = { type: 'SignIn', proof: { by: 'password', passwordVersion: 1 }, at } as const

    given(userRegistered).decides(signIn, { type: 'UserSignedIn', data: { userId, proof: 'password', step: null } })
    given(userRegistered, passwordChanged).refuses(signIn, 'sign-in-refused')
  })

  test('each end of all sessions begins an epoch', () => {
    given(userRegistered, sessionsEnded).decides(
      { type: 'EndSessions' },
      { type: 'SessionsEnded', data: { userId, epoch: 2 } },
    )
  })
})

describe('the proof of an e-mail address (D-94)', () => {
  const proofRequested = { type: 'EmailProofRequested', data: { userId } } as const
  const verified = { type: 'EmailVerified', data: { userId } } as const
  const moved = (email: string) => ({ type: 'ContactUpdated', data: { userId, name: 'Ann', email } }) as const
  const verify = { type: 'VerifyEmail', email: user.email } as const

  test('is requested at registration and for a new address, if it is required', () => {
    given().decides({ type: 'RegisterUser', ...user, proof: 'asked' }, userRegistered, proofRequested)
    const change = { type: 'UpdateContact', name: 'Ann', from: user.email, needsProof: true } as const
    given(userRegistered).decides({ ...change, email: 'new@example.com' }, moved('new@example.com'), proofRequested)
    given(userRegistered).decides(
      { ...change, name: 'Anna', email: user.email },
      { type: 'ContactUpdated', data: { userId, name: 'Anna', email: user.email } },
    )
    given(userRegistered).ignores({ ...change, email: user.email })
  })

  test('is asked for again on request', () => {
    given(userRegistered).decides({ type: 'RequestEmailProof' }, proofRequested)
  })

  test('counts once', () => {
    given(userRegistered).decides(verify, verified)
    given(userRegistered, verified).ignores(verify)
  })

  test('is valid only for the current address, also if the user returns to it', () => {
    given(userRegistered, moved('new@example.com')).refuses(verify, 'email-proof-void')
    given(userRegistered, verified, moved('new@example.com'), moved(user.email)).decides(verify, verified)
  })

  test('stays when only the name changes', () => {
    given(userRegistered, verified, moved(user.email)).ignores(verify)
  })
})
