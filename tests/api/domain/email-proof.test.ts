import { describe, test } from 'vitest'
import { userDecider } from '#api/domain/user.ts'
import { deciding } from '#tests/support/decider.ts'
import { newUserId } from '#tests/support/new-ids.ts'

const given = deciding(userDecider)
const user = { userId: newUserId(), name: 'Ann', email: 'ann@example.com', passwordHash: '$argon2id$' }
const { userId } = user
const userRegistered = { type: 'UserRegistered', data: user } as const
const emailProofRequested = { type: 'EmailProofRequested', data: { userId } } as const
const emailVerified = { type: 'EmailVerified', data: { userId } } as const
const moved = (email: string) => ({ type: 'ContactUpdated', data: { userId, name: 'Ann', email } }) as const
const verify = { type: 'VerifyEmail', email: user.email } as const

describe('the proof of an e-mail address (D-94)', () => {
  test('is requested at registration and for a new address, if it is required', () => {
    given().decides({ type: 'RegisterUser', ...user, proof: 'asked' }, userRegistered, emailProofRequested)
    const change = { type: 'UpdateContact', name: 'Ann', from: user.email, needsProof: true } as const
    given(userRegistered).decides(
      { ...change, email: 'new@example.com' },
      moved('new@example.com'),
      emailProofRequested,
    )
    given(userRegistered).decides(
      { ...change, name: 'Anna', email: user.email },
      { type: 'ContactUpdated', data: { userId, name: 'Anna', email: user.email } },
    )
    given(userRegistered).ignores({ ...change, email: user.email })
  })

  test('is asked for again on request', () => {
    given(userRegistered).decides({ type: 'RequestEmailProof' }, emailProofRequested)
  })

  test('counts once', () => {
    given(userRegistered).decides(verify, emailVerified)
    given(userRegistered, emailVerified).ignores(verify)
  })

  test('is valid only for the current address, also if the user returns to it', () => {
    given(userRegistered, moved('new@example.com')).refuses(verify, 'email-proof-void')
    given(userRegistered, emailVerified, moved('new@example.com'), moved(user.email)).decides(verify, emailVerified)
  })

  test('stays when only the name changes', () => {
    given(userRegistered, emailVerified, moved(user.email)).ignores(verify)
  })
})
