import { describe, expect } from 'vitest'
import { textCodeOf } from '#api/adapters/one-time-codes.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { UserId } from '#schemas/ids.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import {
  confirmTwoFactor,
  giveCode,
  giveResetCode,
  replaceResetCode,
  sendCodeAgain,
  startTwoFactor,
  turnTwoFactorOff,
} from '#schemas/resources/two-factor.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { authenticator, turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { sessionCookieOf } from '#tests/support/sessions.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam, password } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { operatorEmails: ['boss@example.com', 'chief@example.com'] } })

/** Somebody who has given the right password and owes the second factor. */
const halfSignedIn = async (email: string) => {
  const caller = app.guest()
  const { body } = await caller.call(signIn, { body: { email, password } })
  return { caller, body }
}

const phone = { country_code: '44', phone: '07700 900123' }
const wrong = { code: ['The code is not valid, or has been used already.'] }

describe('setting two-factor authentication up', () => {
  test('[API2C-04] answers a reset code and what the app needs; it is off until a code is confirmed', async () => {
    const ann = await newTeam(app)

    const body = await ann.ask(startTwoFactor, { body: phone })

    expect(body.reset_code).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(body.otpauth_url).toMatch(/^otpauth:\/\/totp\/Siteledger/)
    expect((await ann.ask(currentUser)).two_factor).toBeNull()
    await ann.call(confirmTwoFactor, { body: { code: authenticator(body.otpauth_url).code() } })
    expect(await ann.ask(currentUser)).toMatchObject({
      two_factor: 'app',
      country_code: '44',
      phone: '+447700900123',
    })
  })

  test('refuses a phone that there cannot be', async ({ ann }) => {
    expect(await ann.invalid(startTwoFactor, { body: { country_code: '44', phone: '12' } })).toEqual({
      phone: ['The phone must be a valid phone number.'],
    })
  })

  test('refuses a wrong first code, and one before anything was started', async ({ ann }) => {
    expect((await ann.refused(confirmTwoFactor, { body: { code: '000000' } })).status).toBe(422)
    await ann.call(startTwoFactor, { body: phone })

    expect(await ann.invalid(confirmTwoFactor, { body: { code: 'abcdef' } })).toEqual(wrong)
  })

  test('[API2C-05] turns it off', async ({ ann }) => {
    await turnOnTwoFactor(ann)

    await ann.call(turnTwoFactorOff)

    expect(await ann.ask(currentUser)).toMatchObject({ two_factor: null, phone: null })
    expect((await halfSignedIn(ann.email)).body).toEqual({ redirect: '/dashboard' })
  })

  test('keeps neither secret nor reset code readable in the log, and nothing in what is logged', async ({ ann }) => {
    const { resetCode } = await turnOnTwoFactor(ann)

    const events = await app.ledger.read(userStream(ann.userId))

    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain(resetCode)
    expect(app.logged.join('')).not.toContain(resetCode)
  })
})

describe('signing in with an authenticator', () => {
  test('a code finishes it, in a session under another name', async ({ ann }) => {
    const { app: phoneApp } = await turnOnTwoFactor(ann)
    const { caller, body: half } = await halfSignedIn(ann.email)
    const before = sessionCookieOf(caller)
    expect(half).toEqual({ redirect: '/login/token', second_factor: 'app' })
    expect((await caller.refused(currentUser)).status).toBe(401)

    expect(await caller.ask(giveCode, { body: { code: phoneApp.code(1) } })).toEqual({ redirect: '/dashboard' })
    expect(sessionCookieOf(caller)).not.toBe(before)
    expect((await caller.ask(currentUser)).id).toBe(ann.userId)
  })

  test('one code counts once, though it is given four times at once', async ({ ann }) => {
    const { app: phoneApp } = await turnOnTwoFactor(ann)
    const callers = await Promise.all(Array.from({ length: 4 }, () => halfSignedIn(ann.email)))
    const code = phoneApp.code(1)

    const replies = await Promise.all(
      callers.map(({ caller }) => caller.request('POST', '/login/token', { json: { code } })),
    )

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  })

  test('nobody gives a code without the password', async () => {
    expect((await app.guest().refused(giveCode, { body: { code: '123456' } })).status).toBe(401)
    expect((await app.guest().refused(giveResetCode, { body: { code: 'x' } })).status).toBe(401)
  })
})

describe('signing in with a text message', () => {
  /** Every code that was texted to a user, the newest last. */
  const texted = async (userId: UserId) =>
    (await app.ledger.read(userStream(userId))).flatMap((event) =>
      event.type === 'TextCodeRequested' ? [textCodeOf(app.digest, event.data.codeId)] : [],
    )

  let numbers = 100_000
  /** With a number of their own: one number is texted a few times a day, whoever asks. */
  const withPhone = async () => {
    const ann = await newTeam(app)
    numbers += 1
    await ann.call(startTwoFactor, { body: { country_code: '44', phone: `7400 ${numbers}`, method: 'text' } })
    await ann.call(confirmTwoFactor, { body: { code: (await texted(ann.userId)).at(-1) ?? '' } })
    return ann
  }

  test('the code that was texted finishes it, once', async () => {
    const ann = await withPhone()
    const { caller, body } = await halfSignedIn(ann.email)
    const code = (await texted(ann.userId)).at(-1) ?? ''

    expect(body).toEqual({ redirect: '/login/token', second_factor: 'text' })
    await caller.call(giveCode, { body: { code } })
    const { caller: second } = await halfSignedIn(ann.email)
    expect(await second.invalid(giveCode, { body: { code } })).toEqual(wrong)
  })

  test('a code counts in the sign-in that it was texted for, and in no other', async () => {
    const ann = await withPhone()
    const { caller: begunBefore } = await halfSignedIn(ann.email)
    const { caller } = await halfSignedIn(ann.email)
    const code = (await texted(ann.userId)).at(-1) ?? ''

    expect(await begunBefore.invalid(giveCode, { body: { code } })).toEqual(wrong)
    await caller.call(giveCode, { body: { code } })
  })

  test('another code makes the one before void', async () => {
    const ann = await withPhone()
    const { caller } = await halfSignedIn(ann.email)
    await caller.call(sendCodeAgain)
    const codes = await texted(ann.userId)

    expect(codes).toHaveLength(3)
    expect(await caller.invalid(giveCode, { body: { code: codes[1] ?? '' } })).toEqual(wrong)
    await caller.call(giveCode, { body: { code: codes[2] ?? '' } })
  })
})

describe('a new reset code from an operator', () => {
  test('[ROLE-15] replaces the one before and is shown once; the user is notified [D-09]', async ({ ann }) => {
    const boss = await newTeam(app, { email: 'boss@example.com' })
    const { resetCode } = await turnOnTwoFactor(ann)

    const body = await boss.ask(replaceResetCode, { params: { id: ann.userId } })

    const { caller } = await halfSignedIn(ann.email)
    expect(await caller.invalid(giveResetCode, { body: { code: resetCode } })).toEqual(wrong)
    await caller.call(giveResetCode, { body: { code: body.reset_code } })
    expect(await caller.ask(currentUser)).toMatchObject({ id: ann.userId, two_factor: null })
    const replaced = (await app.ledger.read(userStream(ann.userId))).find(({ type }) => type === 'ResetCodeReplaced')
    expect(replaced?.metadata.actor).toBe(boss.userId)
    expect(JSON.stringify(replaced?.data)).not.toContain(body.reset_code)

    const again = await boss.refused(replaceResetCode, { params: { id: ann.userId } })
    expect(again.body.errors).toEqual({ code: ['Two-factor authentication is not set up.'] })
  })

  test('is given out to an operator who has given their password, and to no API token [D-100]', async ({ ann }) => {
    const boss = await newTeam(app, { email: 'chief@example.com' })
    await turnOnTwoFactor(ann)
    const { token } = await boss.ask(createApiToken, { body: { name: 'Repairs', abilities: ['operate'] } })

    const call = { params: { id: ann.userId } }
    const byToken = await app.guest().refused(replaceResetCode, call, { headers: { authorization: `Bearer ${token}` } })

    expect([byToken.status, byToken.body]).toEqual([403, { message: 'Please confirm your password.', confirm: true }])
    expect((await boss.call(replaceResetCode, call)).status).toBe(201)
  })
})
