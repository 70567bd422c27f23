import { describe, expect } from 'vitest'
import { clientStream } from '#api/event-store/streams.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { createPersonalToken, deletePersonalToken, listPersonalTokens } from '#schemas/resources/personal-tokens.ts'
import { createTeam, currentTeam, switchTeam } from '#schemas/resources/teams.ts'
import { setClock } from '#tests/support/clock.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

type Scopes = ('clients.view' | 'clients.create' | 'sites.view')[]

describe('personal access tokens', () => {
  const { app, test } = sharedApp({ env: { plans: [] } })

  const create = (user: Member, scopes: Scopes, name = 'Laptop') =>
    user.ask(createPersonalToken, { body: { name, scopes } })
  /** A program: no cookie, no origin, the token alone. */
  const bearing = (text: string) => ({
    headers: { authorization: `Bearer ${text}`, origin: 'https://elsewhere.test' },
  })
  const statusOf = async (text: string, path = '/api/clients') =>
    (await app.guest().request('GET', path, bearing(text))).status

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
