import { describe, expect, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { exportPersonalData } from '#schemas/resources/personal-data.ts'
import { listQueues, retryJobs } from '#schemas/resources/queues.ts'
import { listSecurityEvents } from '#schemas/resources/security-events.ts'
import { confirmIdentity, signIn } from '#schemas/resources/sessions.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { giveCode } from '#schemas/resources/two-factor.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { type App, codeFor, exchanging, newApp, sendForm, type Tokens } from '#tests/support/oauth.ts'
import { prepared } from '#tests/support/prepared.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { newTeam, password } from '#tests/support/teams.ts'

const stripe = { ...readEnv({}).stripe, webhookSecret: 'whsec_test' }
const app = prepared(() => startApp({ env: { operatorEmails: ['boss@example.com'], stripe } }))
const ann = prepared(() => newTeam(app))
const operator = prepared(() => newTeam(app, { email: 'boss@example.com' }))

type Line = Record<string, unknown>

/** The lines of the security log that an action causes, without what each has. */
const linesOf = async (act: () => Promise<unknown>): Promise<Line[]> => {
  const before = app.logged.length
  await act()
  return app.logged
    .slice(before)
    .map((line): Line => JSON.parse(line))
    .filter(({ log }) => log === 'security')
}
const eventsOf = async (act: () => Promise<unknown>) => (await linesOf(act)).map(({ event }) => event)

/** A keyed digest. */
const digest = expect.stringMatching(/^[\w-]{20,}$/)
const wrong = { password: 'wrong horse 7 battery' }

describe('a line of the security log', () => {
  test('of a wrong password says whose, and from where, in digests', async () => {
    const lines = await linesOf(async () => {
      await app.guest().refused(signIn, { body: { email: ann.email, ...wrong } })
      await app.guest().refused(signIn, { body: { email: ann.email.toUpperCase(), ...wrong } })
      await app.guest().refused(signIn, { body: { email: 'nobody@example.com', ...wrong } })
    })

    const line = { level: 30, log: 'security', event: 'sign_in_failed', method: 'POST', route: '/login' }
    expect(lines).toMatchObject(Array(3).fill({ ...line, requestId: digest, address: digest, account: digest }))
    const [first, second, third] = lines
    expect([first?.account === second?.account, first?.account === third?.account]).toEqual([true, false])
    expect([first?.address === third?.address, first?.address === first?.account]).toEqual([true, false])
    for (const secret of [ann.email, 'nobody@', '127.0.0.1', wrong.password]) {
      expect(JSON.stringify(lines).toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })

  test('of a wrong code says whose', async () => {
    const bob = await newTeam(app)
    await turnOnTwoFactor(bob)
    const guest = app.guest()
    await guest.call(signIn, { body: { email: bob.email, password } })

    const lines = await linesOf(async () => {
      for (let tries = 0; tries < 5; tries += 1) await guest.refused(giveCode, { body: { code: '000000' } })
    })

    expect(lines).toMatchObject(Array(5).fill({ event: 'code_refused', userId: bob.userId, address: digest }))
    expect((await guest.refused(giveCode, { body: { code: '000000' } })).status).toBe(429)
  })

  test('of a right that is lacking says who, and which contract', async () => {
    const lines = await linesOf(async () => {
      await ann.refused(listQueues)
      await app.guest().request('GET', '/api/kiosk/queues')
      await app.guest().request('GET', '/api/clients')
    })

    expect(lines).toMatchObject([
      { event: 'access_refused', userId: ann.userId, teamId: ann.teamId, route: '/api/kiosk/queues' },
      { event: 'access_refused', route: '/api/kiosk/queues' },
    ])
  })

  test('of a request from elsewhere, of too many and of a made-up token', async () => {
    const events = await eventsOf(async () => {
      const foreign = { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }
      await ann.request('POST', '/api/client', { json: { name: 'Acme' }, headers: foreign })
      const body = { email: 'often@example.com', ...wrong }
      for (let tries = 0; tries < 6; tries += 1) await app.guest().refused(signIn, { body })
      await app.guest().request('GET', '/api/clients', { headers: { authorization: `Bearer ${'x'.repeat(40)}` } })
    })

    expect(events).toEqual(['foreign_origin', ...Array(5).fill('sign_in_failed'), 'throttled', 'token_refused'])
  })

  test('of what apps prove wrongly, of webhooks without signature and of links that lead nowhere', async () => {
    const client = await newApp(ann)
    const asking = (who: App, form: Record<string, string>) => sendForm(app.guest(), '/oauth/token', who, form)
    const code = await codeFor(ann, client)
    const { refresh_token } = (await asking(client, exchanging(code))).body as Tokens
    const refreshing = { grant_type: 'refresh_token', refresh_token }
    const { refresh_token: second } = (await asking(client, refreshing)).body as Tokens
    const invented = `${refresh_token.slice(0, -43)}${'i'.repeat(43)}`
    const guessed = 's'.repeat(43)

    const lines = await linesOf(async () => {
      await asking({ ...client, secret: 'a guess' }, refreshing)
      await asking({ ...client, client_id: client.client_id.replace(/^.{8}/, '00000000') }, refreshing)
      await asking(client, { ...refreshing, refresh_token: invented })
      await asking(client, refreshing)
      await asking(client, { ...refreshing, refresh_token: second })
      await app.guest().request('POST', '/webhook/stripe', { json: { id: 'evt_1' } })
      await app.guest().request('GET', `/share/${guessed}`)
    })

    expect(lines.map(({ event, route }) => `${event} at ${route}`)).toEqual([
      'client_refused at /oauth/token',
      'client_refused at /oauth/token',
      'grant_refused at /oauth/token',
      'grant_reused at /oauth/token',
      'grant_refused at /oauth/token',
      'webhook_refused at /webhook/stripe',
      'link_refused at /share/{secret}',
    ])
    for (const secret of ['a guess', client.secret ?? '?', refresh_token, second, invented, guessed, '127.0.0.1']) {
      expect(JSON.stringify(lines)).not.toContain(secret)
    }
    for (const { address } of lines) expect(address).toEqual(digest)
  })

  test('of a code that an app gives twice', async () => {
    const client = await newApp(ann)
    const code = await codeFor(ann, client)

    const events = await eventsOf(async () => {
      for (const _ of [1, 2]) await sendForm(app.guest(), '/oauth/token', client, exchanging(code))
    })

    expect(events).toEqual(['grant_reused'])
  })

  test('of a password that is asked for again says whether it was right', async () => {
    const events = await eventsOf(async () => {
      await ann.refused(confirmIdentity, { body: wrong })
      await ann.call(confirmIdentity, { body: { password } })
    })

    expect(events).toEqual(['password_refused', 'identity_confirmed'])
  })

  test('of content and exports says what left, lists and thumbnails leave without', async () => {
    const client = await ann.ask(addClient, { body: { name: 'Acme' } })
    const site = await ann.ask(addSite, { body: { name: 'North', client_id: client.id } })
    const file = fileOf('plan.pdf', 'application/pdf')
    const { id } = await ann.ask(uploadFile, { body: { site_id: site.id } }, { file })

    const lines = await linesOf(async () => {
      await ann.request('GET', `/file/${id}/download`)
      await ann.request('GET', '/api/clients')
      await ann.request('GET', `/file/${id}/thumbnail`)
      await ann.call(exportPersonalData)
    })

    expect(lines).toMatchObject([
      { event: 'content_read', userId: ann.userId, subject: id },
      { event: 'data_exported' },
    ])
  })

  test('of an operator distinguishes reading from writing', async () => {
    const lines = await linesOf(async () => {
      await operator.call(listQueues)
      await operator.call(retryJobs, { params: { queue: 'send-mail' }, body: {} })
    })

    expect(lines).toMatchObject([
      { event: 'operator_looked', userId: operator.userId, route: '/api/kiosk/queues' },
      { event: 'operator_acted', userId: operator.userId, route: '/api/kiosk/queues/{queue}/retry' },
    ])
  })
})

describe('the counts of the security log', () => {
  test('show operators the number of events of each day', async () => {
    const countNow = async () => (await operator.ask(listSecurityEvents))[0]?.counts
    const before = await countNow()
    await app.guest().refused(signIn, { body: { email: 'counted@example.com', ...wrong } })

    const days = await operator.ask(listSecurityEvents, { query: { days: 2 } })

    const at = new Date().toISOString().slice(0, 10)
    expect(days.map(({ day }) => day)).toEqual([at, new Date(Date.parse(at) - 86_400_000).toISOString().slice(0, 10)])
    expect(days[0]?.counts.sign_in_failed).toBe((before?.sign_in_failed ?? 0) + 1)
    expect(new Set(Object.values(days[1]?.counts ?? {}))).toEqual(new Set([0]))
  })

  test.each([0, 91, 'many'])('are those of 1 to 90 days, not of %s', async (days) => {
    const { body } = await operator.refused(listSecurityEvents, { query: { days } })

    expect(body.errors).toEqual({ days: ['The days must be a number from 1 to 90.'] })
  })
})
