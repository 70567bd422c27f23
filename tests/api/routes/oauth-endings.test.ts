import { describe, expect } from 'vitest'
import { addClient } from '#schemas/resources/clients.ts'
import { removeMember, updateMember } from '#schemas/resources/members.ts'
import { deleteOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { listAuthorizedApps, revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { deleteTeam } from '#schemas/resources/teams.ts'
import { publicUrl, startApp } from '#tests/support/app.ts'
import {
  type App,
  codeFor,
  exchanging,
  newApp,
  refreshing,
  sendForm,
  type Tokens,
  tokensFor,
  withToken,
} from '#tests/support/oauth.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam, password } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { plans: [] } })

const asking = (client: App, form: Record<string, string>) => sendForm(app.guest(), '/oauth/token', client, form)
const calling = (token: string) => app.guest().request('GET', '/api/clients', withToken(token))
const erase = (user: Member) => user.call(eraseAccount, { body: { current_password: password } })

/** An editor of the owner's team has authorized the app that somebody else has made; there is also a code. */
const world = async () => {
  const owner = await newTeam(app)
  const maker = await newTeam(app)
  const user = await newMember(app, owner, 'editor')
  const client = await newApp(maker)
  const scopes = { scope: 'clients.view clients.create' }
  const tokens = await tokensFor(app.guest(), user, client, scopes)
  return { owner, maker, user, client, tokens, code: await codeFor(user, client, scopes) }
}
type World = Awaited<ReturnType<typeof world>>

const memberOf = ({ owner, user }: World) => ({ params: { teamId: owner.teamId, userId: user.userId } })
const revokeAll = async ({ maker, user }: World) => {
  for (const { id } of await user.ask(listAuthorizedApps)) {
    const params = { id }
    expect((await maker.refused(revokeAuthorizedApp, { params })).status).toBe(404)
    expect((await user.call(revokeAuthorizedApp, { params })).status).toBe(204)
    expect((await user.refused(revokeAuthorizedApp, { params })).status).toBe(404)
  }
}

describe('what a user has allowed an app is over at the next call', () => {
  const endings: [string, (world: World) => Promise<unknown>][] = [
    ['they leave the team', (its) => its.user.call(removeMember, memberOf(its))],
    ['they are removed from the team', (its) => its.owner.call(removeMember, memberOf(its))],
    ['the team is deleted', ({ owner }) => owner.call(deleteTeam, { params: { id: owner.teamId } })],
    ['they are erased', ({ user }) => erase(user)],
    ['they end it [API2E-07]', revokeAll],
  ]

  test.each(endings)('once %s: its token is unknown, refresh token and code are void', async (_when, end) => {
    const its = await world()
    expect((await calling(its.tokens.access_token)).status).toBe(200)

    await end(its)

    const call = await calling(its.tokens.access_token)
    expect([call.status, call.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    const void_ = { status: 400, body: { error: 'invalid_grant' } }
    expect(await asking(its.client, refreshing(its.tokens.refresh_token))).toMatchObject(void_)
    expect(await asking(its.client, exchanging(its.code))).toMatchObject(void_)
  })

  test.each<[string, (world: World) => Promise<unknown>]>([
    ['is deleted', ({ maker, client }) => maker.call(deleteOAuthClient, { params: { id: client.client_id } })],
    ['goes with its erased owner', ({ maker }) => erase(maker)],
  ])('once the app %s, which is an unknown one from then on', async (_, end) => {
    const its = await world()

    await end(its)

    expect((await calling(its.tokens.access_token)).status).toBe(401)
    const unknown = { status: 401, body: { error: 'invalid_client' } }
    expect(await asking(its.client, refreshing(its.tokens.refresh_token))).toMatchObject(unknown)
    expect(await asking(its.client, exchanging(its.code))).toMatchObject(unknown)
    expect(await its.user.ask(listAuthorizedApps)).toEqual([])
  })

  test('only as far as their role goes, once it is lowered; and goes further once it is raised', async () => {
    const its = await world()
    const add = (name: string) =>
      app.guest().request('POST', '/api/client', { ...withToken(its.tokens.access_token), json: { name } })
    const become = (role: 'member' | 'editor') => its.owner.call(updateMember, { ...memberOf(its), body: { role } })
    expect((await add('Acme')).status).toBe(201)

    await become('member')

    const refused = await add('Beta')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, null])
    expect((await calling(its.tokens.access_token)).status).toBe(200)
    expect((await asking(its.client, refreshing(its.tokens.refresh_token))).status).toBe(200)
    await become('editor')
    expect((await add('Beta')).status).toBe(201)
  })

  test('in the team of the consent alone: leaving another one ends nothing', async ({ owner, editor }) => {
    const its = await world()
    const elsewhere = await tokensFor(app.guest(), editor, its.client)
    await owner.call(removeMember, { params: { teamId: owner.teamId, userId: editor.userId } })

    expect((await calling(elsewhere.access_token)).status).toBe(401)
    expect((await calling(its.tokens.access_token)).status).toBe(200)
    expect(
      (await app.guest().call(addClient, { body: { name: 'Acme' } }, withToken(its.tokens.access_token))).status,
    ).toBe(201)
  })
})

describe('what a user has allowed an app does not end', () => {
  test('when another app sends its used code or refresh token again; when it does so itself, it ends', async () => {
    const { maker, user, client, code } = await world()
    const thief = await newApp(maker, { confidential: false })
    const first = (await asking(client, exchanging(code))).body as Tokens
    const second = (await asking(client, refreshing(first.refresh_token))).body as Tokens
    const stolen = [exchanging(code), refreshing(first.refresh_token)]

    for (const form of stolen) {
      expect(await asking(thief, form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
      // Whoever says to be the app without its secret does not come that far.
      expect((await asking({ ...client, secret: null }, form)).status).toBe(401)
    }

    expect((await calling(second.access_token)).status).toBe(200)
    expect(await user.ask(listAuthorizedApps)).toHaveLength(1)
    expect((await asking(client, exchanging({ ...code, verifier: 'w'.repeat(43) }))).status).toBe(400)
    expect((await calling(second.access_token)).status).toBe(401)
    expect(await user.ask(listAuthorizedApps)).toEqual([])
  })
})

describe('guessing at the token endpoint', () => {
  const guarded = prepared(() => startApp({ env: { trustProxy: 1, appUrl: publicUrl } }))

  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('[D-102] is stopped after 120 refused requests a minute from one address; what succeeds does not count', async () => {
    const owner = await newTeam(guarded)
    const client = await newApp(owner, { confidential: false })
    const ask = (form: Record<string, string>, address = '198.51.100.1') =>
      sendForm(guarded.guest(), '/oauth/token', client, form, from(address))
    let { refresh_token } = await tokensFor(guarded.guest(), owner, client)
    const refresh = async (address?: string) => {
      const { status, body } = await ask(refreshing(refresh_token), address)
      if (status === 200) ({ refresh_token } = body as { refresh_token: string })
      return status
    }

    expect(await refresh()).toBe(200)
    for (let guesses = 0; guesses < 120; guesses += 1) expect((await ask(refreshing('slr_guess'))).status).toBe(400)

    const stopped = await ask(refreshing('slr_guess'))
    expect(stopped).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refresh()).toBe(429)
    expect(await refresh('198.51.100.2')).toBe(200)
  })
})
