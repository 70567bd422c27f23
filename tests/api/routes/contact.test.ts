import { describe, expect } from 'vitest'
import { emailReservation } from '#api/event-store/streams.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentUser, updateContact } from '#schemas/resources/users.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, password, registration } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { operatorEmails: ['boss@example.com'] } })

const put = (person: Member, email: string) =>
  person.request('PUT', '/settings/contact', { json: { name: 'Ann', email } })
const signIn = async (email: string) =>
  (await app.guest().request('POST', '/login', { json: { email, password } })).status
const reservationOf = async (email: string) =>
  (await app.ledger.read(emailReservation(app.digest, email))).at(-1)?.type ?? 'none'

describe('changing name and e-mail', () => {
  test('[API2C-02] answers the user as they are now, and the new address signs in', async ({ ann }) => {
    const { body } = await ann.call(updateContact, { body: { name: 'Ann Walker', email: 'ann-w@example.com' } })

    expect(body).toMatchObject({ id: ann.userId, name: 'Ann Walker', email: 'ann-w@example.com' })
    expect(await ann.ask(currentUser)).toEqual(body)
    expect(await signIn('ann-w@example.com')).toBe(200)
    expect(await signIn(ann.email)).toBe(422)
  })

  test('the former address is free for others, the new one is not', async ({ ann }) => {
    await ann.call(updateContact, { body: { name: 'Ann', email: 'moved@example.com' } })

    await app.guest().call(register, { body: registration({ email: ann.email }) })

    expect(await app.guest().invalid(register, { body: registration({ email: 'MOVED@example.com' }) })).toEqual({
      email: ['The email has already been taken.'],
    })
  })

  test('an address that somebody has is refused in every case', async ({ ann, bob }) => {
    expect(await ann.invalid(updateContact, { body: { name: 'Ann', email: bob.email.toUpperCase() } })).toEqual({
      email: ['The email has already been taken.'],
    })
  })

  test.for([
    ['full-width letters', 'ｂob@example.com'],
    ['a Cyrillic letter', 'b\u043eb@example.com'],
    ['a Kelvin sign', '\u212Aate@example.com'],
    ['a letter with a combining dot', 'bo\u0307b@example.com'],
  ] as const)('an address that only looks like another is refused: %s', async ([_, email], { ann }) => {
    expect(await ann.invalid(updateContact, { body: { name: 'Ann', email } })).toEqual({
      email: ['The email must be a valid email address.'],
    })
  })

  test('of two addresses that somebody takes at once, the one that lost is free again', async ({ ann }) => {
    const wanted = ['first@example.com', 'second@example.com']

    const replies = await Promise.all(wanted.map((email) => put(ann, email)))

    const { email } = await ann.ask(currentUser)
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
    for (const each of wanted) {
      expect(await reservationOf(each)).toBe(each === email ? 'ReservationConfirmed' : 'ReservationReleased')
    }
    expect(await reservationOf(ann.email)).toBe('ReservationReleased')
  })

  test("an operator's address is refused to everybody else [D-02]", async ({ ann }) => {
    expect(await ann.invalid(updateContact, { body: { name: 'Ann', email: 'Boss@Example.com' } })).toEqual({
      email: ['This email address is reserved.'],
    })
  })
})
