import { describe, expect } from 'vitest'
import { listHistory } from '#schemas/resources/history.ts'
import { changePassword } from '#schemas/resources/passwords.ts'
import {
  confirmIdentity,
  endAllSessions,
  endOneSession,
  endSessionsOfUser,
  listSessions,
  refreshToken,
  signIn,
} from '#schemas/resources/sessions.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { changeSession } from '#tests/support/sessions.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam, password } from '#tests/support/teams.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('the sessions of a user', () => {
  const { app, test: tests } = sharedApp({ env: { operatorEmails: ['boss@example.com'] } })

  /** Ann, signed in here and in a Firefox elsewhere. */
  const annTwice = async () => {
    const ann = await newTeam(app)
    const elsewhere = app.guest()
    await elsewhere.call(signIn, { body: { email: ann.email, password } }, { headers: { 'user-agent': firefox } })
    return { ann, elsewhere }
  }
  const test = tests.extend('world', () => annTwice())

  test('are listed with their device, and the present one is marked', async ({ world: { ann } }) => {
    const { body } = await ann.call(listSessions)

    expect(body).toHaveLength(2)
    expect(body.find(({ current }) => !current)).toMatchObject({ device: 'Firefox on Linux' })
    expect(body.filter(({ current }) => current)).toHaveLength(1)
  })

  test('show nothing that opens them', async ({ world: { ann } }) => {
    const { body } = await ann.call(listSessions)
    const cookie = decodeURIComponent(ann.cookie() ?? '')

    for (const { id } of body) expect(cookie).not.toContain(id)
  })

  test('end one by one', async ({ world: { ann, elsewhere } }) => {
    const other = (await ann.ask(listSessions)).find(({ current }) => !current)

    await ann.call(endOneSession, { params: { id: other?.id ?? '' } })

    expect((await elsewhere.refused(currentUser)).status).toBe(401)
    expect(await ann.ask(listSessions)).toHaveLength(1)
  })

  const day = 24 * 60 * 60 * 1000
  const lives: [string, boolean, number][] = [
    ['14 days', false, 14 * day],
    ['30 days, remembered,', true, 30 * day],
  ]

  test.each(lives)('[D-101] end %s after sign-in, however they are used', async (_, remember, longest) => {
    const { email } = await newTeam(app)
    const ann = app.guest()
    await ann.call(signIn, { body: { email, password, remember } })
    const beganAgo = (ago: number) => changeSession(app.ports.stores.sessions, ann, { startedAt: Date.now() - ago })

    await beganAgo(longest - 60_000)
    const { token } = await ann.ask(refreshToken)
    expect(await ann.ask(listSessions)).toHaveLength(2)

    await beganAgo(longest)
    expect((await ann.refused(currentUser)).status).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.guest().refused(currentUser, {}, { headers })).status).toBe(401)
  })

  test('[D-101] are not prolonged by a new password', async ({ ann }) => {
    const startedAt = Date.now() - 13 * day
    await changeSession(app.ports.stores.sessions, ann, { startedAt })
    const next = 'another horse 8 battery'

    const form = { current_password: password, password: next, password_confirmation: next }
    await ann.call(changePassword, { body: form })

    const [present] = await ann.ask(listSessions)
    expect(present?.started_at).toBe(new Date(startedAt).toISOString())
  })

  test('of others cannot be ended', async ({ eve, world: { ann } }) => {
    const [session] = await ann.ask(listSessions)

    expect((await eve.refused(endOneSession, { params: { id: session?.id ?? '' } })).status).toBe(404)
    expect(await ann.ask(listSessions)).toHaveLength(2)
  })

  test('end once the password was given again in the last ten minutes (D-100)', async () => {
    const { ann, elsewhere } = await annTwice()
    const other = (await ann.ask(listSessions)).find(({ current }) => !current)
    await changeSession(app.ports.stores.sessions, ann, { confirmedAt: Date.now() - 11 * 60 * 1000 })
    const toConfirm = { message: 'Please confirm your password.', confirm: true }

    const one = await ann.refused(endOneSession, { params: { id: other?.id ?? '' } })
    const all = await ann.refused(endAllSessions)
    expect([one, all].map(({ status, body }) => [status, body])).toEqual(Array(2).fill([403, toConfirm]))
    expect((await elsewhere.call(currentUser)).status).toBe(200)

    await ann.call(confirmIdentity, { body: { password } })
    await ann.call(endAllSessions)
    expect((await elsewhere.refused(currentUser)).status).toBe(401)
  })

  test('end at an operator’s word, who is named in the history', async ({ world: { ann, elsewhere } }) => {
    const boss = await newTeam(app, { email: 'boss@example.com' })
    const call = { params: { id: ann.userId } }

    expect((await elsewhere.refused(endSessionsOfUser, call)).status).toBe(404)
    await boss.call(endSessionsOfUser, call)

    expect(
      (await Promise.all([ann, elsewhere].map((caller) => caller.refused(currentUser)))).map(({ status }) => status),
    ).toEqual([401, 401])
    const [entry] = await boss.ask(listHistory)
    expect(entry).toMatchObject({
      actor: { id: boss.userId },
      summary: expect.stringMatching(/^Signed .+ out everywhere$/),
    })
    const nobody = { params: { id: newUserId() } }
    expect((await boss.refused(endSessionsOfUser, nobody)).status).toBe(404)
  })

  test('end everywhere at once, here too', async ({ world: { ann, elsewhere } }) => {
    await ann.call(endAllSessions)

    expect((await ann.refused(currentUser)).status).toBe(401)
    expect((await elsewhere.refused(currentUser)).status).toBe(401)
  })

  test('[API2A-13] each has an API token, and a new one voids the one before [D-65]', async ({ ann }) => {
    const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    const first = (await ann.ask(refreshToken)).token

    expect((await app.guest().ask(currentUser, {}, as(first))).id).toBe(ann.userId)
    const second = (await ann.ask(refreshToken)).token

    expect((await app.guest().refused(currentUser, {}, as(first))).status).toBe(401)
    expect((await app.guest().ask(currentUser, {}, as(second))).id).toBe(ann.userId)
  })

  test('have their tries of a minute together, by cookie and by token [D-07]', async ({ ann }) => {
    const { token } = await ann.ask(refreshToken)
    const guess = { current_password: 'wrong', password: 'a new horse 9', password_confirmation: 'a new horse 9' }
    const byCookie = async () => (await ann.refused(changePassword, { body: guess })).status
    const headers = { authorization: `Bearer ${token}` }
    const byToken = async () => (await app.guest().refused(changePassword, { body: guess }, { headers })).status

    for (const attempt of [byCookie, byToken, byCookie, byToken, byCookie]) expect(await attempt()).toBe(422)
    expect([await byToken(), await byCookie()]).toEqual([429, 429])
  })
})
