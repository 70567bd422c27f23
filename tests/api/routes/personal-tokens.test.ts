import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { clientStream } from '#api/event-store/streams.ts'
import { createApiToken, listApiTokens, updateApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listOAuthClients, updateOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { listAuthorizedApps } from '#schemas/resources/oauth-tokens.ts'
import { exportPersonalData } from '#schemas/resources/personal-data.ts'
import { createPersonalToken, deletePersonalToken, listPersonalTokens } from '#schemas/resources/personal-tokens.ts'
import { createTeam, currentTeam, switchTeam } from '#schemas/resources/teams.ts'
import { setClock } from '#tests/support/clock.ts'
import { newApp, tokensFor } from '#tests/support/oauth.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { plans: [] } })

/** A program: no cookie, no origin, the token alone. */
const bearing = (text: string) => ({ headers: { authorization: `Bearer ${text}`, origin: 'https://elsewhere.test' } })
const statusOf = async (text: string, path = '/api/clients') =>
  (await app.guest().request('GET', path, bearing(text))).status

describe('personal access tokens', () => {
  const create = (user: Member, scopes: ('clients.view' | 'clients.create' | 'sites.view')[], name = 'Laptop') =>
    user.ask(createPersonalToken, { body: { name, scopes } })

  test('[API2E-14] [ENT2-21] are created with a name and scopes; the text is answered this once', async ({ ann }) => {
    const body = await ann.ask(createPersonalToken, {
      body: { name: 'Laptop', scopes: ['sites.view', 'clients.view', 'sites.view'] },
    })

    expect(body.accessToken).toMatch(/^slp_[\w-]{43}$/)
    expect(body.token).toMatchObject({ name: 'Laptop', team: { id: ann.teamId } })
    expect(body.token.scopes).toEqual([
      { id: 'clients.view', description: 'View clients' },
      { id: 'sites.view', description: 'View sites' },
    ])
    expect(JSON.stringify(await ann.ask(listPersonalTokens))).not.toContain(body.accessToken)
  })

  test('[PLAT-10] [API2E-12] [ENT2-20] are listed to their user, of every team, newest first', async ({ ann, eve }) => {
    const first = await create(ann, ['sites.view'], 'First')
    await create(eve, ['sites.view'])
    await ann.call(createTeam, { body: { name: 'Second team', slug: `second-${ann.teamId.slice(0, 8)}` } })
    const second = await create(ann, [], 'Second')

    expect(await ann.ask(listPersonalTokens)).toEqual([second.token, first.token])
    expect(second.token.team.id).not.toBe(first.token.team.id)
  })

  test('say what is wrong with their name and their scopes', async ({ ann }) => {
    expect(await ann.invalid(createPersonalToken, { body: { name: ' ', scopes: ['operate'] } })).toMatchObject({
      name: ['The name field is required.'],
      'scopes.0': ['The selected scope is invalid.'],
    })
  })

  test('allow what their user may and their scopes too, in the team that they were made in', async () => {
    const owner = await newTeam(app)
    const viewer = await newMember(app, owner, 'member')
    const generous = await create(viewer, ['clients.view', 'clients.create'])
    const narrow = await create(owner, ['sites.view'])
    const own = await app.guest().call(currentTeam, {}, bearing(narrow.accessToken))

    const beyondTheUser = await app.guest().refused(addClient, { body: { name: 'A' } }, bearing(generous.accessToken))
    const beyondTheScope = await app.guest().refused(listClients, {}, bearing(narrow.accessToken))

    expect([beyondTheUser.status, beyondTheScope.status]).toEqual([403, 403])
    expect(await statusOf(generous.accessToken)).toBe(200)
    expect(own.body.id).toBe(owner.teamId)
  })

  test('[API2E-15] are dead from the next request on when their user deletes them', async ({ ann, eve }) => {
    const { token, accessToken } = await create(ann, ['clients.view'])
    const of = { params: { id: token.id } }
    expect(await statusOf(accessToken)).toBe(200)

    expect((await eve.refused(deletePersonalToken, of)).status).toBe(404)
    expect((await ann.call(deletePersonalToken, of)).status).toBe(204)

    expect(await statusOf(accessToken)).toBe(401)
    expect(await ann.ask(listPersonalTokens)).toEqual([])
    expect((await ann.refused(deletePersonalToken, of)).status).toBe(404)
  })

  test('end after a year', async () => {
    const { token, accessToken } = await create(await newTeam(app), ['clients.view'])
    const days = (Date.parse(token.expires_at) - Date.parse(token.created_at)) / (24 * 60 * 60 * 1000)

    expect([days, await statusOf(accessToken)]).toEqual([365, 200])
    setClock(Date.parse(token.expires_at))
    expect(await statusOf(accessToken)).toBe(401)
  })

  test('work in their own team, whichever the user works in now', async ({ ann }) => {
    const { accessToken } = await create(ann, ['clients.view'])
    await ann.call(addClient, { body: { name: 'Acme' } })
    const second = await ann.ask(createTeam, {
      body: { name: 'Other', slug: `other-${ann.teamId.slice(0, 8)}` },
    })
    await ann.call(switchTeam, { params: { id: second.id } })

    expect((await app.guest().ask(listClients, {}, bearing(accessToken))).map(({ name }) => name)).toEqual(['Acme'])
  })

  test('are named in the history beside what they change', async ({ ann }) => {
    const { token, accessToken } = await create(ann, ['clients.create'], 'Night job')

    const { body } = await app.guest().call(addClient, { body: { name: 'Acme' } }, bearing(accessToken))

    const via = { kind: 'personal-token', id: token.id }
    const [event] = await app.ledger.read(clientStream(body.id))
    expect(event?.metadata).toMatchObject({ actor: ann.userId, teamId: ann.teamId, via })
    expect(await ann.ask(listHistory, { query: { limit: 2 } })).toMatchObject([
      { summary: 'Added the client Acme', via: { ...via, name: 'Night job' } },
      { summary: 'Created the personal access token Night job', resource: 'personal-tokens' },
    ])
  })
})

const tenPastNine = Date.UTC(2026, 2, 2, 9, 10)
/** When all is made: within the hour of the first use, which is no earlier. */
const made = new Date(tenPastNine).toISOString()
const ten = '2026-03-02T10:00:00.000Z'

describe('the last use', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: tenPastNine }))
  afterEach(() => void vi.useRealTimers())

  /** An API token, a personal access token and an app's access token of one user. */
  const world = async () => {
    const user = await newTeam(app)
    const abilities = { body: { name: 'Script', abilities: ['clients.view' as const] } }
    const api = await user.ask(createApiToken, abilities)
    const scopes = { body: { name: 'Laptop', scopes: ['clients.view' as const] } }
    const personal = await user.ask(createPersonalToken, scopes)
    const { access_token } = await tokensFor(app.guest(), user, await newApp(user))
    return { user, api, personal, access_token }
  }

  const listed = async (user: Member) => {
    const lists = [listApiTokens, listPersonalTokens, listOAuthClients, listAuthorizedApps]
    const answers = await Promise.all(lists.map((list) => user.call(list)))
    return answers.flatMap(({ body }) => body.map(({ last_used_at }) => last_used_at))
  }

  test('is told of tokens, of what an app was allowed, and of the app, to the hour', async () => {
    const { user, api, personal, access_token } = await world()
    expect(await listed(user)).toEqual([null, null, null, null])

    for (const token of [api.token, personal.accessToken]) expect(await statusOf(token)).toBe(200)
    expect(await listed(user)).toEqual([made, made, null, null])

    vi.setSystemTime(tenPastNine + 55 * 60_000)
    expect(await statusOf(access_token)).toBe(200)
    expect(await listed(user)).toEqual([made, made, ten, ten])

    expect(await statusOf(api.token)).toBe(200)
    expect(await listed(user)).toEqual([ten, made, ten, ten])
  })

  test('is that of an app’s users together for its owner, and for each of them their own', async ({ ann, owner }) => {
    const client = await newApp(owner)
    await tokensFor(app.guest(), owner, client)
    const { access_token } = await tokensFor(app.guest(), ann, client)

    await statusOf(access_token)

    expect(await owner.ask(listOAuthClients)).toMatchObject([{ last_used_at: made }])
    expect(await ann.ask(listAuthorizedApps)).toMatchObject([{ last_used_at: made }])
    expect(await owner.ask(listAuthorizedApps)).toMatchObject([{ last_used_at: null }])
  })

  test('is no call that was refused because the token is over', async () => {
    const { user, personal } = await world()
    vi.setSystemTime(tenPastNine + 366 * 24 * 60 * 60_000)

    expect(await statusOf(personal.accessToken)).toBe(401)
    vi.setSystemTime(tenPastNine)
    expect(await user.ask(listPersonalTokens)).toMatchObject([{ last_used_at: null }])
  })

  test('stays when a token or a client is changed, and is in the user’s own export', async () => {
    const { user, api, personal, access_token } = await world()
    for (const token of [api.token, personal.accessToken, access_token]) await statusOf(token)
    const [client] = await user.ask(listOAuthClients)
    const { name, redirect, id } = client ?? { name: '', redirect: '', id: '' }
    const moved = await user.ask(updateOAuthClient, { params: { id }, body: { name, redirect } })

    const body = { name: 'Nightly', abilities: ['clients.view' as const] }
    const changed = await user.call(updateApiToken, { params: { id: api.id }, body })
    const exported = await user.ask(exportPersonalData)

    expect(changed.body).toMatchObject({ name: 'Nightly', last_used_at: made })
    expect(moved).toMatchObject({ last_used_at: made })
    expect(exported).toMatchObject({
      api_tokens: [{ last_used_at: made }],
      personal_access_tokens: [{ last_used_at: made }],
      oauth_clients: [{ last_used_at: made }],
      authorized_apps: [{ last_used_at: made }],
    })
  })
})
