import { describe, expect } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import { listAnnouncements } from '#schemas/resources/announcements.ts'
import {
  createApiToken,
  deleteApiToken,
  listApiTokens,
  listTokenAbilities,
  updateApiToken,
} from '#schemas/resources/api-tokens.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listSessions } from '#schemas/resources/sessions.ts'
import { listTeams, switchTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { setClock } from '#tests/support/clock.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

type Form = NonNullable<CallOf<typeof createApiToken>['body']>

const form = (abilities: Form['abilities'], name = 'Import'): { body: Form } => ({ body: { name, abilities } })

describe('API tokens', () => {
  const { app, test, boss } = operatedApp()

  const somebody = prepared(() => newTeam(app))
  const tokenOf = (member: Member, ...abilities: Form['abilities']) => member.ask(createApiToken, form(abilities))

  /** A script: no cookie, no origin, the token alone. */
  const withToken = (token: string) => ({
    headers: { authorization: `Bearer ${token}`, origin: 'https://elsewhere.test' },
  })

  test('[API2E-02] [ROLE-16] [ENT2-19] offer every ability with a name; views are chosen from the start', async () => {
    const member = await newTeam(app)

    const { body } = await member.call(listTokenAbilities)

    expect(body).toContainEqual({ name: 'Create clients', value: 'clients.create', default: false })
    const chosen = body.filter((ability) => ability.default).map(({ value }) => value)
    const views = body.map(({ value }) => value).filter((value) => value.endsWith('.view') && value !== 'billing.view')
    expect(chosen).toEqual(views)
    expect(body.map(({ value }) => value)).not.toContain('operate')
  })

  test('expire after 90 days, or as chosen, or never (V7.4.3)', async () => {
    const member = await newTeam(app)
    const abilities: Form['abilities'] = ['clients.view']
    const create = async (expires_in_days?: number | null) => {
      const body = { name: 'Import', abilities, ...(expires_in_days === undefined ? {} : { expires_in_days }) }
      return await member.ask(createApiToken, { body })
    }
    const proposed = await create()
    const short = await create(1)
    const never = await create(null)
    const days = 24 * 60 * 60 * 1000
    const lasting = ({ created_at, expires_at }: typeof proposed) =>
      expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / days
    const statusOf = async ({ token }: typeof proposed) =>
      (await app.guest().request('GET', '/api/clients', withToken(token))).status

    expect([proposed, short, never].map(lasting)).toEqual([90, 1, null])
    expect(await Promise.all([proposed, short, never].map(statusOf))).toEqual([200, 200, 200])
    expect((await member.ask(listApiTokens)).map(({ expires_at }) => expires_at)).toContain(short.expires_at)

    setClock(Date.parse(short.expires_at ?? ''))
    expect(await Promise.all([proposed, short, never].map(statusOf))).toEqual([200, 401, 200])
  })

  test.each([0, -1, 3651, 1.5, 'soon'])('do not expire in %j days', async (expires_in_days) => {
    const member = await newTeam(app)

    const body = { name: 'Import', abilities: ['clients.view'], expires_in_days }
    expect((await member.invalid(createApiToken, { body })).expires_in_days).toHaveLength(1)
  })

  test('[API2E-03] [PLAT-09] are created with chosen abilities; the text is answered once', async () => {
    const member = await newTeam(app)

    const body = await member.ask(createApiToken, form(['sites.view', 'clients.view']))

    expect(body.token).toMatch(/^sl_[0-9a-f]{64}$/)
    const { token, ...kept } = body
    expect(kept).toMatchObject({ name: 'Import', metadata: { abilities: ['sites.view', 'clients.view'] } })
    expect(await member.ask(listApiTokens)).toEqual([kept])
    expect(JSON.stringify(await member.ask(listApiTokens))).not.toContain(token)
  })

  test('need a name and an ability that there is', async () => {
    const member = await newTeam(app)

    const none = { abilities: ['At least one ability must be chosen.'] }

    expect(await member.invalid(createApiToken, { body: { name: ' ', abilities: [] } })).toEqual({
      name: ['The name field is required.'],
      ...none,
    })
    await member.invalid(createApiToken, { body: { name: 'x', abilities: ['clients.fly'] } })
    expect(await member.invalid(createApiToken, form(['operate']))).toEqual(none)
  })

  test('[API2E-01] are listed to their user, for the team that they work in, newest first', async () => {
    const member = await newTeam(app)
    const colleague = await newMember(app, member, 'admin')
    await member.call(createApiToken, form(['sites.view'], 'First'))
    await member.call(createApiToken, form(['sites.view'], 'Second'))

    expect((await member.ask(listApiTokens)).map(({ name }) => name)).toEqual(['Second', 'First'])
    expect(await colleague.ask(listApiTokens)).toEqual([])
  })

  test('[API2E-04] are renamed and narrowed; the token that is out there has the new abilities at once', async () => {
    const member = await newTeam(app)
    const { id, token } = await tokenOf(member, 'clients.view', 'clients.create')

    const { body } = await member.call(updateApiToken, { params: { id }, ...form(['clients.view'], 'Reader') })

    expect(body).toMatchObject({ id, name: 'Reader', metadata: { abilities: ['clients.view'] } })
    expect(await member.ask(listApiTokens)).toEqual([body])
    expect((await app.guest().refused(addClient, { body: { name: 'Acme' } }, withToken(token))).status).toBe(403)
  })

  test('[API2E-05] are dead from the next request on when they are deleted', async () => {
    const member = await newTeam(app)
    const { id, token } = await tokenOf(member, 'clients.view')
    await app.guest().call(listClients, {}, withToken(token))

    expect((await member.call(deleteApiToken, { params: { id } })).status).toBe(204)

    expect((await app.guest().refused(listClients, {}, withToken(token))).status).toBe(401)
    expect(await member.ask(listApiTokens)).toEqual([])
    expect((await member.refused(deleteApiToken, { params: { id } })).status).toBe(404)
  })

  test('are what a script signs in with: neither cookie nor origin is asked for, and a cookie counts for nothing', async () => {
    const member = await newTeam(app)
    const stranger = await newTeam(app)
    const { token } = await tokenOf(member, 'clients.view', 'clients.create')
    await stranger.call(addClient, { body: { name: 'The stranger’s' } })

    await stranger.call(addClient, { body: { name: 'Acme' } }, withToken(token))

    expect((await member.ask(listClients)).map(({ name }) => name)).toEqual(['Acme'])
    expect((await stranger.ask(currentUser, {}, withToken(token))).id).toBe(member.userId)
    expect((await member.refused(listClients, {}, withToken(`${token.slice(0, -1)}x`))).status).toBe(401)
  })

  test('[D-66] allow what the user may and the token too', async ({ owner, member }) => {
    const generous = await tokenOf(member, 'clients.view', 'clients.create', 'clients.delete')
    const narrow = await tokenOf(owner, 'sites.view')

    const beyondTheUser = await app.guest().refused(addClient, { body: { name: 'Acme' } }, withToken(generous.token))
    const beyondTheToken = await app.guest().refused(listClients, {}, withToken(narrow.token))
    const seen = await app.guest().ask(currentUser, {}, withToken(narrow.token))

    expect([beyondTheUser.status, beyondTheToken.status]).toEqual([403, 403])
    expect(seen.abilities.sites).toEqual({ create: false, update: false, delete: false, view: true })
    expect(seen.abilities.clients.view).toBe(false)
  })

  test('operate the platform only where their user does and they carry it', async () => {
    const plain = await tokenOf(boss, 'clients.view')
    const operating = await tokenOf(boss, 'operate')

    expect((await boss.ask(listTokenAbilities)).map(({ value }) => value)).toContain('operate')
    expect((await app.guest().refused(listAnnouncements, {}, withToken(plain.token))).status).toBe(404)
    await app.guest().call(listAnnouncements, {}, withToken(operating.token))
  })

  test('[D-93] work in their own team alone, whichever the user works in now', async ({ owner, editor }) => {
    const { token } = await tokenOf(editor, 'clients.create', 'clients.view')
    await owner.call(addClient, { body: { name: 'Acme' } })

    const own = (await editor.ask(listTeams)).find(({ id }) => id !== owner.teamId)
    await editor.call(switchTeam, { params: { id: own?.id ?? '' } })

    expect(await editor.ask(listClients)).toEqual([])
    expect((await app.guest().ask(listClients, {}, withToken(token))).map(({ name }) => name)).toEqual(['Acme'])
  })

  test.each(declaredEndpoints.filter(([, { access, caller }]) => access === 'signed-in' && !caller?.byToken))(
    'never come to %s, which is the user’s own',
    async (_, { method, path }) => {
      const { token } = await tokenOf(somebody, 'clients.view')

      const { status } = await app
        .guest()
        .request(method, path.replace(/\{(teams?)\}/, '$1').replace(/\{\w+\}/g, newCommandId()), {
          ...withToken(token),
          ...(method === 'GET' ? {} : { json: {} }),
        })

      expect(status).toBe(403)
    },
  )

  test('open to themselves what changes nothing, what checks abilities by itself, and none of the lists of ways in', () => {
    const open = declaredEndpoints.filter(([, { caller }]) => caller?.byToken).map(([, contract]) => contract)

    expect(open.every(({ access }) => access === 'signed-in')).toBe(true)
    const writes = open.filter(({ method }) => method !== 'GET').map(({ path }) => path)
    // Each asks for the ability of what it changes, which a token has to carry too.
    expect(writes.toSorted()).toEqual([
      '/api/files/bulk',
      '/api/trash/restore',
      '/api/trash/{id}/restore',
      '/api/undo/{undo}',
    ])
    expect(open).not.toContain(listApiTokens)
    expect(open).not.toContain(listSessions)
    expect(open).not.toContain(listTeams)
  })
})
