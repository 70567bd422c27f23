import { beforeAll, describe, expect } from 'vitest'
import { apiTokenStream } from '#api/event-store/streams.ts'
import type { InvoiceId } from '#schemas/ids.ts'
import { createApiToken, listTokenAbilities } from '#schemas/resources/api-tokens.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { impersonate } from '#schemas/resources/impersonation.ts'
import { downloadInvoice, downloadTeamInvoice, listInvoices, listTeamInvoices } from '#schemas/resources/invoices.ts'
import { listOAuthScopes } from '#schemas/resources/oauth-clients.ts'
import { authorizationServer, protectedResource } from '#schemas/resources/oauth-metadata.ts'
import { createPersonalToken } from '#schemas/resources/personal-tokens.ts'
import { currentTeam, renameTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { oauthScopes } from '#schemas/rights/oauth-scopes.ts'
import { offeredAbilities, type TokenAbility } from '#schemas/rights/token-abilities.ts'
import { newApp, tokensFor, withToken } from '#tests/support/oauth.ts'
import { payersOwn, payingFor } from '#tests/support/payer-world.ts'
import { prepared } from '#tests/support/prepared.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const all = offeredAbilities(false).map(({ value }) => value)
const withoutBilling = all.filter((ability) => ability !== 'billing.view')

const { app, test, boss } = operatedApp()
const owner = prepared(() => newTeam(app))
const admin = prepared(() => newMember(app, owner, 'admin'))
const auditor = prepared(() => newMember(app, owner, 'auditor'))
let teamInvoice: InvoiceId
let ownInvoice: InvoiceId
beforeAll(async () => {
  await boss.call(impersonate, { params: { id: owner.userId } }, { headers: { 'sec-fetch-site': 'same-origin' } })
  teamInvoice = await payingFor(app, owner, { kind: 'team', id: owner.teamId })
  ownInvoice = await payingFor(app, owner, { kind: 'user', id: owner.userId })
})

const apiToken = async (member: Member, ...abilities: TokenAbility[]) =>
  withToken((await member.ask(createApiToken, { body: { name: 'Books', abilities } })).token)
const personalToken = async (...scopes: (typeof oauthScopes)[number]['id'][]) =>
  withToken((await owner.ask(createPersonalToken, { body: { name: 'Books', scopes } })).accessToken)
const appWith = async (scope: string) =>
  withToken((await tokensFor(app.guest(), owner, await newApp(owner), { scope })).access_token)

/** Every way to call in the owner's name but a session of theirs. */
const inTheirName: [string, () => Promise<{ headers: Record<string, string> }>][] = [
  ['an API token with all abilities', () => apiToken(owner, ...all)],
  ['a personal access token with all scopes', () => personalToken(...oauthScopes.map(({ id }) => id))],
  ['a personal access token without scopes', () => personalToken()],
  ['an app that may view clients', () => appWith('clients.view')],
  ['an app with all scopes', () => appWith(all.join(' '))],
]

const nothingOfPayers = Object.fromEntries(Object.keys(payersOwn).map((field) => [field, null]))

describe('who pays, and how', () => {
  test.each(inTheirName)('is not told to %s (D-114)', async (_, credential) => {
    const as = await credential()

    expect(await app.guest().ask(currentTeam, {}, as)).toMatchObject(nothingOfPayers)
    expect(await app.guest().ask(currentUser, {}, as)).toMatchObject({ ...nothingOfPayers, phone: null })
  })

  test('[ENT2-07] [ENT2-08] [ENT2-09] [ENT2-10] is told to the owner of the team, with its one subscription', async () => {
    const team = await owner.ask(currentTeam)

    expect(team).toMatchObject({ ...payersOwn, braintree_id: null, state: { active: true, trial: true } })
    expect(team.subscriptions).toMatchObject([{ name: 'default', provider_plan: 'starter-monthly', ends_at: null }])
    for (const end of [team.trial_ends_at, team.subscriptions[0]?.trial_ends_at]) {
      expect(Date.parse(end ?? '')).toBeGreaterThan(Date.now())
    }
  })

  test('is not told to admins, who see plan and state, also when they change the team (D-114)', async () => {
    const params = { id: owner.teamId }
    const plan = { ...nothingOfPayers, subscriptions: [{ provider_plan: 'starter-monthly' }], state: { active: true } }

    expect(await admin.ask(currentTeam)).toMatchObject(plan)
    expect(await admin.ask(renameTeam, { params, body: { name: 'South' } })).toMatchObject(plan)
  })

  test('is not told by the history (D-114)', async () => {
    const entries = JSON.stringify(await auditor.ask(listHistory, { query: { limit: 100 } }))

    expect(entries).toContain('Changed the card')
    expect(entries).toContain('Issued invoice')
    for (const secret of ['4242', '22.80', 'High Street', 'cus_1', 'seti_1']) expect(entries).not.toContain(secret)
  })
})

describe('invoices', () => {
  const calls = () =>
    [
      [listInvoices, {}],
      [downloadInvoice, { params: { id: ownInvoice } }],
      [listTeamInvoices, { params: { id: owner.teamId } }],
      [downloadTeamInvoice, { params: { id: owner.teamId, invoice_id: teamInvoice } }],
    ] as const

  test.each([
    ['an API token', () => apiToken(owner, ...withoutBilling)],
    ['a personal access token', () => personalToken('clients.view')],
    ['a personal access token without scopes', () => personalToken()],
    ['an app', () => appWith(withoutBilling.join(' '))],
  ])('are closed to %s without billing.view, which it is told to ask for (D-114)', async (_, credential) => {
    const as = await credential()

    for (const [contract, call] of calls()) {
      const { status, headers } = await app.guest().refused(contract, call, as)
      const challenge = 'Bearer error="insufficient_scope", scope="billing.view"'
      expect([status, headers.get('www-authenticate')]).toEqual([403, challenge])
    }
  })

  test.each([
    ['an API token', () => apiToken(owner, 'billing.view')],
    ['a personal access token', () => personalToken('billing.view')],
    ['an app', () => appWith('billing.view')],
  ])('are open to %s of the payer that was granted billing.view (D-114)', async (_, credential) => {
    const as = await credential()

    for (const [contract, call] of calls()) {
      const sending = app.guest().call(contract as typeof listTeamInvoices, call as never, as)
      expect((await sending).status).toBe(200)
    }
  })

  test('of a team are closed to such a token of an admin, as to the admin (D-97, D-114)', async () => {
    const as = await apiToken(admin, 'billing.view')

    const { status, headers } = await app.guest().refused(listTeamInvoices, { params: { id: owner.teamId } }, as)

    expect([status, headers.get('www-authenticate')]).toEqual([403, null])
    expect(await app.guest().ask(listInvoices, {}, as)).toEqual([])
  })
})

describe('billing.view', () => {
  test('is listed for choosing, and never chosen beforehand (D-66, D-114)', async () => {
    expect(await owner.ask(listTokenAbilities)).toContainEqual({
      name: 'View invoices and plan',
      value: 'billing.view',
      default: false,
    })
    expect(await owner.ask(listOAuthScopes)).toContainEqual({
      id: 'billing.view',
      description: 'View invoices and plan',
    })
  })

  test('is not among what programs find to ask for in the metadata (D-114)', async () => {
    for (const contract of [authorizationServer, protectedResource]) {
      const { scopes_supported } = await app.guest().ask(contract)
      expect(scopes_supported?.toSorted()).toEqual(withoutBilling.toSorted())
    }
  })

  test('is read as it was granted, wherever it is stored (D-105)', async () => {
    const body = { name: 'Books', abilities: ['sites.view', 'billing.view'] as TokenAbility[] }
    const { id, metadata } = await owner.ask(createApiToken, { body })

    const [event] = await app.ledger.read(apiTokenStream(id))
    expect(event?.data).toMatchObject({ abilities: body.abilities })
    expect(metadata).toEqual({ abilities: body.abilities })
  })
})

describe('a team', () => {
  test('has no other members for an app that may view clients (D-114)', async () => {
    const { body } = await app.guest().call(currentTeam, {}, await appWith('clients.view'))

    expect(body.users).toMatchObject([{ id: owner.userId, last_logged_in_at: null }])
    expect(body).toMatchObject({ owner: { name: null }, subscriptions: [{ provider_plan: 'starter-monthly' }] })
  })

  test('has its members for an app that may view the history, which names them, without their last sign-in', async () => {
    const { body } = await app.guest().call(currentTeam, {}, await appWith('history.view'))

    expect(body.users).toHaveLength(3)
    for (const each of body.users) expect(each).toMatchObject({ name: expect.any(String), last_logged_in_at: null })
    for (const { id, abilities } of body.users) if (id !== owner.userId) expect(abilities).toBeNull()
  })
})
