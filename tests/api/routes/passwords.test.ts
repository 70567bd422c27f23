import { describe, expect } from 'vitest'
import { passwordResetToken } from '#api/adapters/one-time-codes.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Call } from '#api/http/route.ts'
import { passwordRoutes } from '#api/routes/passwords.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { PasswordResetId, type UserId } from '#schemas/ids.ts'
import { createApiToken, listApiTokens } from '#schemas/resources/api-tokens.ts'
import { changePassword, requestPasswordReset, resetPassword } from '#schemas/resources/passwords.ts'
import { createPersonalToken } from '#schemas/resources/personal-tokens.ts'
import { register } from '#schemas/resources/registration.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { setClock } from '#tests/support/clock.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { notedLedger } from '#tests/support/noted-work.ts'
import { newApp, tokensFor } from '#tests/support/oauth.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newAddress, newTeam, password, registration } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { trustProxy: 1 } })

const invalid = { token: ['This link is not valid any more. Please ask for a new one.'] }
const twice = (typed: string) => ({ password: typed, password_confirmation: typed })
const signsIn = async (email: string, typed: string) =>
  (await app.guest().request('POST', '/login', { json: { email, password: typed } })).status === 200

/** Every request for a link that the log holds for a user, the newest last. */
const requestsOf = async (userId: UserId | null) =>
  (await eventsOf(app.ledger, 'PasswordResetRequested')).filter(({ data }) => data.userId === userId)

const linkOf = async (person: { email: string; userId: UserId }) => {
  await app.guest().call(requestPasswordReset, { body: { email: person.email } })
  const asked = (await requestsOf(person.userId)).at(-1)
  return passwordResetToken(app.digest, asked?.data.resetId ?? PasswordResetId.parse(newCommandId()))
}

describe('changing the password', () => {
  const change = (to: string, from = password) => ({ body: { current_password: from, ...twice(to) } })

  test('[API2C-03] [ENT2-18] the new one signs in, the old one no longer', async ({ ann }) => {
    await ann.call(changePassword, change('another horse 8'))

    expect(await signsIn(ann.email, 'another horse 8')).toBe(true)
    expect(await signsIn(ann.email, password)).toBe(false)
  })

  test('ends every other session, and goes on in this one', async ({ ann }) => {
    const elsewhere = app.guest()
    await elsewhere.call(signIn, { body: { email: ann.email, password } })

    await ann.call(changePassword, change('another horse 8'))

    expect((await elsewhere.refused(currentUser)).status).toBe(401)
    expect((await ann.ask(currentUser)).id).toBe(ann.userId)
  })

  test('revokes API tokens, personal access tokens and the access of apps with it, of all teams, where that is wanted', async () => {
    const ann = await newTeam(app)
    const create = { body: { name: 'Backup', abilities: ['clients.view' as const] } }
    const { token } = await ann.ask(createApiToken, create)
    const form = { body: { name: 'Backup', scopes: ['clients.view' as const] } }
    const { accessToken } = await ann.ask(createPersonalToken, form)
    const { access_token } = await tokensFor(app.guest(), ann, await newApp(ann))
    const worksStill = async (text: string) => {
      const headers = { authorization: `Bearer ${text}` }
      return (await app.guest().request('GET', '/api/clients', { headers })).status === 200
    }
    const allWork = async () => [await worksStill(token), await worksStill(accessToken), await worksStill(access_token)]

    await ann.call(changePassword, change('another horse 8'))
    expect(await allWork()).toEqual([true, true, true])
    const { body } = change('a third horse 9', 'another horse 8')
    await ann.call(changePassword, { body: { ...body, revoke_tokens: true } })

    expect(await allWork()).toEqual([false, false, false])
    expect(await ann.ask(listApiTokens)).toEqual([])
  })

  test('needs the current one', async ({ ann }) => {
    expect(await ann.invalid(changePassword, change('another horse 8', 'wrong'))).toEqual({
      current_password: ['The given password does not match our records.'],
    })
  })

  test.for([
    ['short 1', 'The password must be at least 8 characters.'],
    ['Password1234', 'The password is too common. Please choose another one.'],
    ['Basketball', 'The password is too common. Please choose another one.'],
    ['12345678a', 'The password is too common. Please choose another one.'],
  ] as const)('refuses %j (D-53)', async ([to, message], { ann }) => {
    expect(await ann.invalid(changePassword, change(to))).toEqual({ password: [message] })
  })

  test.each(['siteledger1', 'JaneDoe1987', 'jane-doe@example.com', 'North West 2', 'north_jane!77'])(
    'refuses %j, made of what everybody knows of the person',
    async (typed) => {
      const own = { name: 'Jane Doe', email: `jane-doe-${Date.now()}@example.com`, team: 'North West' }
      const message = 'The password is made of your name, address or team. Please choose another one.'

      expect(await app.guest().invalid(register, { body: registration({ ...own, ...twice(typed) }) })).toEqual({
        password: [message],
      })
      const jane = await newTeam(app, own)
      expect(await jane.invalid(changePassword, change(typed))).toEqual({ password: [message] })
    },
  )

  test('accepts personal words among others', async () => {
    const jane = await newTeam(app, { name: 'Jane Doe', team: 'North West' })

    await jane.call(changePassword, change('jane likes rainy moors'))
  })

  test('a common one is refused at registration too', async () => {
    expect(await app.guest().invalid(register, { body: registration(twice('iloveyou1')) })).toEqual({
      password: ['The password is too common. Please choose another one.'],
    })
  })
})

describe('a forgotten password', () => {
  test('asking answers the same and records as much, whether anybody has the address or not', async ({ ann }) => {
    const before = (await requestsOf(null)).length

    const known = await app.guest().call(requestPasswordReset, { body: { email: ann.email } })
    const unknown = await app.guest().call(requestPasswordReset, { body: { email: 'nobody@example.com' } })

    expect([known.status, known.body]).toEqual([204, ''])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
    expect(await requestsOf(ann.userId)).toHaveLength(1)
    expect(await requestsOf(null)).toHaveLength(before + 1)
  })

  test('asking reads and writes as much for an address that nobody has', async ({ ann }) => {
    const workFor = async (email: string) => {
      const work: string[] = []
      const ledger = notedLedger(app.ledger, work)
      const secrets = {
        digest: app.digest,
        countText: async () => {},
        hashPassword: async () => '',
        verifyPassword: async () => false,
      }
      const route = passwordRoutes(ledger, secrets, { directory: {} } as never, async () => {}).find(
        ({ endpoint }) => endpoint === requestPasswordReset,
      )
      await route?.handler({ body: { email }, context: contextOf(null, null) } as unknown as Call<Endpoint>)
      return work
    }

    const forSomebody = await workFor(ann.email)

    expect(forSomebody.at(-1)).toBe('append passwordreset')
    expect(await workFor('nobody@example.com')).toEqual(forSomebody)
  })

  test('the link sets a new one and ends every session [D-80]', async ({ ann }) => {
    const { body } = await app
      .guest()
      .call(resetPassword, { body: { token: await linkOf(ann), ...twice('a new horse 9') } })

    expect(body).toEqual({ redirect: '/login' })
    expect(await signsIn(ann.email, 'a new horse 9')).toBe(true)
    expect((await ann.refused(currentUser)).status).toBe(401)
  })

  test('the link counts once, though it is used five times at once', async ({ ann }) => {
    const json = { token: await linkOf(ann), ...twice('a new horse 9') }

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => app.guest().request('POST', '/password/reset', { json })),
    )

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const changes = (await app.ledger.read(userStream(ann.userId))).filter(({ type }) => type === 'PasswordChanged')
    expect(changes).toHaveLength(1)
  })

  test('a link that was asked for before the password changed is void, and ends nothing', async ({ ann }) => {
    const token = await linkOf(ann)
    await ann.call(changePassword, { body: { current_password: password, ...twice('another horse 8') } })
    await ann.call(createApiToken, { body: { name: 'Backup', abilities: ['clients.view'] } })

    const sending = { body: { token, ...twice('a new horse 9'), revoke_tokens: true } }
    expect(await app.guest().invalid(resetPassword, sending)).toEqual(invalid)
    expect(await ann.ask(listApiTokens)).toHaveLength(1)
  })
})

describe('a link to set a password', () => {
  /** From an address of its own, as the others have used up their tries of a minute. */
  const refused = async (token: string) => {
    const headers = { 'x-forwarded-for': newAddress() }
    return (await app.guest().refused(resetPassword, { body: { token, ...twice('a new horse 9') } }, { headers })).body
      .errors
  }

  test.each(['x', `${newCommandId()}.${'0'.repeat(64)}`])('that was not made here is void: %j', async (token) => {
    expect(await refused(token)).toEqual(invalid)
  })

  test('is void after an hour', async () => {
    const token = await linkOf(await newTeam(app))
    setClock(Date.now() + 60 * 60_000)

    expect(await refused(token)).toEqual(invalid)
  })
})
