import { describe, expect } from 'vitest'
import { resetPassword } from '#schemas/resources/passwords.ts'
import { giveCode } from '#schemas/resources/two-factor.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { resetTokenFor } from '#tests/support/password-resets.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const twice = (typed: string) => ({ password: typed, password_confirmation: typed })
const signIn = async (email: string, typed: string) =>
  (await app.guest().request('POST', '/login', { json: { email, password: typed } })).status

describe('a password', () => {
  test.each([
    ['small letters alone', 'qzmvkdwh'],
    ['digits alone', '8302750194'],
    ['blanks around and within', '  wander ochre lattice  '],
    ['other scripts', 'пароль東京παρά'],
    ['pictures', '🐎🔋📎🐎🔋📎🐎🔋'],
    ['64 characters', `${'k'.repeat(63)}w`],
    ['255 characters', `${'Mq7-'.repeat(63)}xyz`],
  ])('may have any form, and is compared as it was typed: %s', async (_, typed) => {
    const { email } = await newTeam(app, twice(typed))

    expect(await signIn(email, typed)).toBe(200)
    for (const other of [
      [...typed].slice(0, -1).join(''),
      `${[...typed].slice(0, -1).join('')}!`,
      ` ${typed}`.slice(0, 255),
    ]) {
      expect(await signIn(email, other)).toBe(422)
    }
  })

  test('is not compared without case', async () => {
    const { email } = await newTeam(app, twice('Wander Ochre Lattice'))

    expect(await signIn(email, 'wander ochre lattice')).toBe(422)
  })
})

test('a mailed link to set a password leaves the second factor on', async ({ ann }) => {
  const { app: phone } = await turnOnTwoFactor(ann)

  const token = await resetTokenFor(app, ann)
  await app.guest().call(resetPassword, { body: { token, ...twice('a new horse 9') } })

  const caller = app.guest()
  const json = { email: ann.email, password: 'a new horse 9' }
  expect((await caller.request('POST', '/login', { json })).body).toMatchObject({ second_factor: 'app' })
  expect((await caller.refused(currentUser)).status).toBe(401)
  await caller.call(giveCode, { body: { code: phone.code(1) } })
  expect((await caller.ask(currentUser)).id).toBe(ann.userId)
})

test('the cookie of a session holds 192 random bits, others at each sign-in', async () => {
  const callers = await Promise.all(Array.from({ length: 8 }, () => newTeam(app)))

  const ids = callers.map((caller) => /=s:([^.]+)\./.exec(decodeURIComponent(caller.cookie() ?? ''))?.[1] ?? '')
  for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(24)
  expect(new Set(ids).size).toBe(ids.length)
  // No part of an id is the same in all of them, as a counter or a time would be.
  const shared = [...(ids[0] ?? '')].filter((letter, at) => ids.every((id) => id[at] === letter))
  expect(shared.length).toBeLessThan(4)
})
