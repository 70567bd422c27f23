import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { createApiToken, listApiTokens, updateApiToken } from '#schemas/resources/api-tokens.ts'
import { listOAuthClients } from '#schemas/resources/oauth-clients.ts'
import { listAuthorizedApps } from '#schemas/resources/oauth-tokens.ts'
import { exportPersonalData } from '#schemas/resources/personal-data.ts'
import { createPersonalToken, listPersonalTokens } from '#schemas/resources/personal-tokens.ts'
import { newApp, tokensFor, withToken } from '#tests/support/oauth.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const tenPastNine = Date.UTC(2026, 2, 2, 9, 10)
const nine = '2026-03-02T09:00:00.000Z'
const ten = '2026-03-02T10:00:00.000Z'

describe('the last use', () => {
  const { app, test } = sharedApp()
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: tenPastNine }))
  afterEach(() => void vi.useRealTimers())

  const calledWith = async (token: string) =>
    (await app.guest().request('GET', '/api/clients', withToken(token))).status

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

    for (const token of [api.token, personal.accessToken]) expect(await calledWith(token)).toBe(200)
    expect(await listed(user)).toEqual([nine, nine, null, null])

    vi.setSystemTime(tenPastNine + 55 * 60_000)
    expect(await calledWith(access_token)).toBe(200)
    expect(await listed(user)).toEqual([nine, nine, ten, ten])

    expect(await calledWith(api.token)).toBe(200)
    expect(await listed(user)).toEqual([ten, nine, ten, ten])
  })

  test('is that of an app’s users together for its owner, and for each of them their own', async ({ ann, owner }) => {
    const client = await newApp(owner)
    await tokensFor(app.guest(), owner, client)
    const { access_token } = await tokensFor(app.guest(), ann, client)

    await calledWith(access_token)

    expect(await owner.ask(listOAuthClients)).toMatchObject([{ last_used_at: nine }])
    expect(await ann.ask(listAuthorizedApps)).toMatchObject([{ last_used_at: nine }])
    expect(await owner.ask(listAuthorizedApps)).toMatchObject([{ last_used_at: null }])
  })

  test('is no call that was refused because the token is over', async () => {
    const { user, personal } = await world()
    vi.setSystemTime(tenPastNine + 366 * 24 * 60 * 60_000)

    expect(await calledWith(personal.accessToken)).toBe(401)
    vi.setSystemTime(tenPastNine)
    expect(await user.ask(listPersonalTokens)).toMatchObject([{ last_used_at: null }])
  })

  test('stays when a token is changed, and is in the user’s own export', async () => {
    const { user, api, personal } = await world()
    for (const token of [api.token, personal.accessToken]) await calledWith(token)

    const body = { name: 'Nightly', abilities: ['clients.view' as const] }
    const changed = await user.call(updateApiToken, { params: { id: api.id }, body })
    const exported = await user.ask(exportPersonalData)

    expect(changed.body).toMatchObject({ name: 'Nightly', last_used_at: nine })
    expect(exported).toMatchObject({
      api_tokens: [{ last_used_at: nine }],
      personal_access_tokens: [{ last_used_at: nine }],
      oauth_clients: [{ last_used_at: null }],
      authorized_apps: [{ last_used_at: null }],
    })
  })
})
