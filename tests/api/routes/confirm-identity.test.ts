import { describe, expect } from 'vitest'
import { userStream } from '#api/event-store/streams.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { createApiToken, deleteApiToken, listApiTokens, updateApiToken } from '#schemas/resources/api-tokens.ts'
import { changePassword } from '#schemas/resources/passwords.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { confirmIdentity } from '#schemas/resources/sessions.ts'
import { deleteTeam } from '#schemas/resources/teams.ts'
import { startTwoFactor, turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import { currentUser, updateContact } from '#schemas/resources/users.ts'
import { setClock } from '#tests/support/clock.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { changeSession } from '#tests/support/sessions.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam, password, registration } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const minutes = 60_000

/** The password was given this long ago. */
const confirmedAgo = (person: Member, ago: number) =>
  changeSession(app.ports.stores.sessions, person, { confirmedAt: Date.now() - ago })

/** An owner with a session that somebody may have borrowed. */
const newBorrowed = async (): Promise<Member> => {
  const person = await newTeam(app)
  await confirmedAgo(person, 10 * minutes)
  return person
}

const phone = { country_code: '44', phone: '7700900123' }

describe('a session whose password was given more than ten minutes ago (D-100)', () => {
  const deciding: [string, (person: Member) => [Endpoint, object]][] = [
    ['another e-mail', () => [updateContact, { body: { name: 'Ann', email: registration().email } }]],
    ['a second factor', () => [startTwoFactor, { body: phone }]],
    ['no second factor', () => [turnTwoFactorOff, {}]],
    ['an API token', () => [createApiToken, { body: { name: 'Backup', abilities: ['clients.view'] } }]],
    ['the end of the team', ({ teamId }) => [deleteTeam, { params: { id: teamId } }]],
  ]

  test.each(deciding)('[D-100] is asked for it before %s', async (_, callOf) => {
    const person = await newBorrowed()
    const [endpoint, call] = callOf(person)
    const before = (await app.ledger.read(userStream(person.userId))).length

    const { status, body } = await person.refused(endpoint, call)

    expect([status, body]).toEqual([403, { message: 'Please confirm your password.', confirm: true }])
    expect(await app.ledger.read(userStream(person.userId))).toHaveLength(before)
    await person.call(confirmIdentity, { body: { password } })
    await person.call(endpoint, call)
  })

  test('[D-100] may change and revoke no API token', async ({ ann }) => {
    const abilities = ['clients.view' as const]
    const { id } = await ann.ask(createApiToken, { body: { name: 'Backup', abilities } })
    await confirmedAgo(ann, 10 * minutes)

    const changed = await ann.refused(updateApiToken, { params: { id }, body: { name: 'Other', abilities } })
    const revoked = await ann.refused(deleteApiToken, { params: { id } })

    expect([changed.status, revoked.status]).toEqual([403, 403])
    expect(await ann.ask(listApiTokens)).toHaveLength(1)
  })

  test('changes the name without it, and a password and the account with the one in the form', async () => {
    const person = await newBorrowed()
    await person.call(updateContact, { body: { name: 'Ann Other', email: person.email } })
    const next = 'another horse 8 battery'
    const changed = { current_password: password, password: next, password_confirmation: next }
    await person.call(changePassword, { body: changed })
    await person.call(eraseAccount, { body: { current_password: next } })
  })
})

describe('confirming who one is (D-100)', () => {
  test('[D-100] needs the right password, and counts in this session for ten minutes', async () => {
    const person = await newBorrowed()

    expect(await person.invalid(confirmIdentity, { body: { password: 'wrong' } })).toEqual({
      password: ['The given password does not match our records.'],
    })
    expect((await person.refused(startTwoFactor, { body: phone })).status).toBe(403)

    await person.call(confirmIdentity, { body: { password } })
    await confirmedAgo(person, 9 * minutes)
    await person.call(startTwoFactor, { body: phone })
    await confirmedAgo(person, 10 * minutes)
    expect((await person.refused(startTwoFactor, { body: phone })).status).toBe(403)
  })

  test('[D-100] needs a code too where two-factor is on, each once', async ({ ann }) => {
    // A code that was used up is the code of its period alone.
    setClock(Date.now())
    const { app: phoneApp } = await turnOnTwoFactor(ann)
    await confirmedAgo(ann, 10 * minutes)
    const next = 'another horse 8 battery'
    const change = { body: { current_password: password, password: next, password_confirmation: next } }

    expect(await ann.ask(confirmIdentity, { body: { password } })).toEqual({ second_factor: 'app' })
    expect((await ann.refused(changePassword, change)).body.confirm).toBe(true)
    const used = await ann.refused(confirmIdentity, { body: { password, code: phoneApp.code() } })
    expect(used.body.errors).toHaveProperty('code')
    await ann.call(confirmIdentity, { body: { password, code: phoneApp.code(1) } })
    await ann.call(changePassword, change)

    await confirmedAgo(ann, 10 * minutes)
    const again = await ann.refused(confirmIdentity, { body: { password: next, code: phoneApp.code(1) } })
    expect(again.body.errors).toHaveProperty('code')
    expect((await ann.refused(eraseAccount, { body: { current_password: next } })).body.confirm).toBe(true)
  })

  test('[D-100] is nothing for an API token, which cannot do these things at all', async ({ ann }) => {
    const abilities = ['clients.view' as const]
    const { token } = await ann.ask(createApiToken, { body: { name: 'Backup', abilities } })
    const headers = { authorization: `Bearer ${token}` }

    for (const [endpoint, call] of [
      [confirmIdentity, { body: { password } }],
      [startTwoFactor, { body: phone }],
      [deleteTeam, { params: { id: ann.teamId } }],
    ] as const) {
      const { status, body } = await app.guest().refused(endpoint, call, { headers })
      expect([status, body]).toEqual([403, { message: 'This action is unauthorized.' }])
    }
    expect((await ann.call(currentUser)).status).toBe(200)
  })
})
