import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, vi } from 'vitest'
import { trialBytesPerDay } from '#schemas/limits/ceiling-numbers.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { resetPassword } from '#schemas/resources/passwords.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { giveCode, giveResetCode } from '#schemas/resources/two-factor.ts'
import { publicUrl, startApp } from '#tests/support/app.ts'
import { setClock } from '#tests/support/clock.ts'
import { fileOf } from '#tests/support/files.ts'
import { inTurn, times } from '#tests/support/in-turn.ts'
import { codeOf, inviteTo } from '#tests/support/invitations.ts'
import { resetTokenFor } from '#tests/support/password-resets.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newAddress, newTeam, password, registration } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { trustProxy: 1, appUrl: publicUrl, mailUrl: 'smtp://mail.example.com' } })

const from = (address: string) => ({ 'x-forwarded-for': address })

const post = async (path: string, json: object, address = newAddress()): Promise<number> =>
  (await app.guest().request('POST', path, { json, headers: from(address) })).status

/** Sends a registration and closes the connection at once. */
const sendAndLeave = (url: string, address: string, form: object) =>
  new Promise<void>((resolve, reject) => {
    const body = JSON.stringify(form)
    const headers = ['POST /register HTTP/1.1', 'Host: x', `Origin: ${publicUrl}`, `X-Forwarded-For: ${address}`]
    const length = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(`${[...headers, ...length].join('\r\n')}\r\n\r\n${body}`, () => socket.destroy()),
    )
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })

describe('guessing a password (D-102)', () => {
  test('[D-102] ends after ten tries at one account, from however many addresses; a mailed link lets in', async () => {
    const ann = await newTeam(app)

    const guesses = await inTurn(12, () => post('/login', { email: ` ${ann.email.toUpperCase()}`, password: 'guess' }))
    expect(guesses).toEqual([...times(10, 422), 429, 429])
    expect(await post('/login', { email: ann.email, password })).toBe(429)

    const next = 'another horse 8 battery'
    const body = { token: await resetTokenFor(app, ann), password: next, password_confirmation: next }
    await app.guest().call(resetPassword, { body })
    expect(await post('/login', { email: ann.email, password: next })).toBe(200)
  })

  test('[D-102] ends after ten tries at one account, however many are under way at once', async ({ ann }) => {
    const burst = Array.from({ length: 40 }, () => post('/login', { email: ann.email, password: 'guess' }))
    const statuses = (await Promise.all(burst)).toSorted()

    expect(statuses).toEqual([...times(10, 422), ...times(30, 429)])
  })

  test('[D-102] ends after twenty tries from one address, at however many accounts', async () => {
    const address = newAddress()

    const guesses = await inTurn(22, (at) => post('/login', { email: `no-${at}@example.com`, password }, address))

    expect(guesses).toEqual([...times(20, 422), 429, 429])
    // Of whoever is refused, nothing more is read.
    expect(await post('/login', { email: 'x'.repeat(17_000) }, address)).toBe(429)
  })
})

test('a weak password is refused with a mailed link too, which stays good (D-53)', async ({ ann }) => {
  const token = await resetTokenFor(app, ann)
  const set = (typed: string) => ({ body: { token, password: typed, password_confirmation: typed } })

  expect(await app.guest().invalid(resetPassword, set('siteledger1'))).toHaveProperty('password')
  await app.guest().call(resetPassword, set('a new horse 9'))
})

describe('guessing a code (D-102)', () => {
  test('[D-102] asks for the password again after five wrong ones', async ({ guest }) => {
    const ann = await newTeam(app)
    const { resetCode } = await turnOnTwoFactor(ann)
    await guest.call(signIn, { body: { email: ann.email, password } }, { headers: from(newAddress()) })

    const wrong = await inTurn(5, async () => (await guest.refused(giveCode, { body: { code: '000000' } })).status)

    expect(wrong).toEqual(times(5, 422))
    expect((await guest.refused(giveResetCode, { body: { code: resetCode } })).status).toBe(401)
  })

  test('[D-102] has thirty tries a day', async ({ ann }) => {
    await turnOnTwoFactor(ann)
    const minute = 60 * 1000
    setClock(Date.now())
    /** Five wrong codes, each time after the password and a minute later. */
    const guess = async (): Promise<number[]> => {
      vi.setSystemTime(Date.now() + 2 * minute)
      const guest = app.guest()
      await guest.call(signIn, { body: { email: ann.email, password } }, { headers: from(newAddress()) })
      return await inTurn(5, async () => (await guest.refused(giveCode, { body: { code: '000000' } })).status)
    }

    for (let at = 0; at < 6; at += 1) expect(await guess()).toEqual(times(5, 422))
    expect(await guess()).toEqual(times(5, 429))
    vi.setSystemTime(Date.now() + 24 * 60 * minute)
    expect(await guess()).toEqual(times(5, 422))
  })
})

describe('mass use (D-102)', () => {
  test('[D-102] five registrations an hour come from one address, and any number of invited colleagues', async () => {
    const owner = await newTeam(app)
    const address = newAddress()

    expect(await inTurn(6, () => post('/register', registration(), address))).toEqual([...times(5, 201), 429])

    const form = registration({ team: '', team_slug: '' })
    const invitation = await codeOf(app, owner, (await inviteTo(owner, form.email)).id)
    expect(await post('/register', { ...form, invitation }, address)).toBe(201)
    expect(await post('/register', registration())).toBe(201)
  })

  test('[D-102] a registration counts although its sender did not wait for the answer', async () => {
    const address = newAddress()
    const forms = Array.from({ length: 5 }, () => registration())
    for (const form of forms) {
      await sendAndLeave(app.url, address, form)
      await vi.waitFor(async () => expect(await post('/login', form)).toBe(200), { timeout: 30_000 })
    }

    expect(await post('/register', registration(), address)).toBe(429)
  })

  test('[D-102] twenty addresses a minute can be asked for whether they are taken', async () => {
    const { email } = await newTeam(app)
    const address = newAddress()

    const probes = await inTurn(21, () => post('/register', registration({ email }), address))

    expect(probes).toEqual([...times(20, 422), 429])
  })

  test('[D-102] five links to a new password an hour are mailed to one account', async () => {
    const { email } = await newTeam(app)

    expect(await inTurn(6, () => post('/password/email', { email }))).toEqual([...times(5, 204), 429])
  })

  test('[D-102] a team on a trial uploads 2 GB a day', async ({ owner }) => {
    const file = fileOf('plan.pdf', 'application/pdf', { size: 1000 })
    const upload = () => owner.call(uploadDocument, {}, { file })
    const day = 24 * 60 * 60 * 1000
    const today = new Date().toISOString().slice(0, 10)
    await app.ports.stores.counts.tallies.add(`uploads:${owner.teamId}:${today}`, trialBytesPerDay - 2000, day)

    await upload()
    const refused = () => owner.refused(uploadDocument, {}, { file })
    expect(await refused()).toMatchObject({
      status: 429,
      body: { message: 'A team on a trial can upload 2 GB a day. Please try again tomorrow.' },
    })
  })

  test.each([
    ['an invitation', () => `/invitations/${'c'.repeat(40)}`],
    ['an invitation to found a team', () => `/team-invitations/${randomUUID()}`],
    ['its logo', () => `/team-invitations/${randomUUID()}/logo`],
    ['a shared file', () => `/share/slk_${randomUUID().padEnd(43, 'x')}`],
  ])('[D-102] twenty links to %s that lead nowhere are followed from one address', async (_, path) => {
    const address = newAddress()
    const follow = async () => (await app.guest().request('GET', path(), { headers: from(address) })).status

    expect(await inTurn(21, follow)).toEqual([...times(20, 404), 429])
  })

  test('nobody on a developer’s machine meets these limits', async () => {
    const own = await startApp()
    for (let at = 0; at < 7; at += 1) await newTeam(own)
    const owner = await newTeam(own)
    const today = new Date().toISOString().slice(0, 10)
    await own.ports.stores.counts.tallies.add(`uploads:${owner.teamId}:${today}`, trialBytesPerDay, 1000)

    await owner.call(uploadDocument, {}, { file: fileOf('plan.pdf', 'application/pdf') })
    await own.close()
  })
})
