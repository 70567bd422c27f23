import { beforeAll, describe, expect } from 'vitest'
import { hashPassword, hashPasswordAt, isOutdatedHash, verifyPassword } from '#api/adapters/passwords.ts'
import { userStream } from '#api/event-store/streams.ts'
import { resetPassword } from '#schemas/resources/passwords.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { giveCode } from '#schemas/resources/two-factor.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startAppOver } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { resetTokenFor } from '#tests/support/password-resets.ts'
import { prepared } from '#tests/support/prepared.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const twice = (typed: string) => ({ password: typed, password_confirmation: typed })
const statusFor = async (email: string, typed: string) =>
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

    expect(await statusFor(email, typed)).toBe(200)
    for (const other of [
      [...typed].slice(0, -1).join(''),
      `${[...typed].slice(0, -1).join('')}!`,
      ` ${typed}`.slice(0, 255),
    ]) {
      expect(await statusFor(email, other)).toBe(422)
    }
  })

  test('is not compared without case', async () => {
    const { email } = await newTeam(app, twice('Wander Ochre Lattice'))

    expect(await statusFor(email, 'wander ochre lattice')).toBe(422)
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

describe('a hash of another cost', () => {
  /** The cost of an earlier version, until it is raised. */
  let hash = (text: string) => hashPasswordAt({ memory: 1024, passes: 1, parallelism: 1 }, text)

  const app = prepared(() =>
    startAppOver(async (...args) => ({
      ...(await memoryPorts(...args)),
      hashing: { hashPassword: (text) => hash(text), isOutdatedHash },
    })),
  )
  const ann = prepared(() => newTeam(app))
  const bob = prepared(() => newTeam(app))
  beforeAll(async () => {
    await turnOnTwoFactor(bob)
    hash = hashPassword
  })

  const rehashed = async ({ userId }: Member) => {
    const events = await app.ledger.read(userStream(userId))
    return events.flatMap(({ type, data }) => (type === 'PasswordRehashed' ? data.passwordHash : []))
  }
  const tryPassword = (typed: string, { email }: Member) =>
    app.guest().request('POST', signIn.path, { json: { email, password: typed } })

  test('is replaced at the next sign-in, once, and nobody is signed out', async () => {
    expect((await tryPassword('wrong', ann)).status).toBe(422)
    expect(await rehashed(ann)).toEqual([])

    expect((await tryPassword(password, ann)).status).toBe(200)
    expect((await tryPassword(password, ann)).status).toBe(200)

    const [replaced, ...others] = await rehashed(ann)
    expect(others).toEqual([])
    expect(isOutdatedHash(replaced ?? '')).toBe(false)
    expect(await verifyPassword(password, replaced)).toBe(true)
    expect((await tryPassword('wrong', ann)).status).toBe(422)
    expect((await ann.ask(currentUser)).id).toBe(ann.userId)
  })

  test('of somebody with a second factor is, too, and the code is still asked for', async () => {
    expect((await tryPassword(password, bob)).body).toMatchObject({ redirect: '/login/token' })

    expect(await rehashed(bob)).toHaveLength(1)
  })
})
