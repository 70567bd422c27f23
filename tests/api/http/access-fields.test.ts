import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { ClientId, type InvoiceId } from '#schemas/ids.ts'
import { resources } from '#schemas/nouns.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient, deleteClient } from '#schemas/resources/clients.ts'
import { impersonate } from '#schemas/resources/impersonation.ts'
import { createPersonalToken } from '#schemas/resources/personal-tokens.ts'
import { actions } from '#schemas/rights/abilities.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import { asMarkdown, fieldsOf, type Row, type Seen } from '#tests/support/access-matrix.ts'
import { queryFor } from '#tests/support/any-call.ts'
import { startAppOver } from '#tests/support/app.ts'
import { type Caller, pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { newApp, tokensFor } from '#tests/support/oauth.ts'
import { oneOfEach, paramsFor } from '#tests/support/one-of-each.ts'
import { payersOwn, payingFor } from '#tests/support/payer-world.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

/** The fields of the account that the caller pays for; a rate of 0 is told to each payer. */
const payers = Object.keys(payersOwn).filter((field) => field !== 'tax_rate')

const intro = `# Who is answered what

Every operation for every kind of caller, about the records of one team and the account of its owner. A GET is answered: its
status, and which of its fields are there, neither null nor empty, beside those of the owner's own session (of the operator,
where the owner is refused). Of a write it is told who is let in, which is 400 here, since no call of this page may change
anything; what a handler refuses besides, such as to all but the owner of a team, has tests of its own. Left out are public
writes, streams, and GETs that change the session. *The fields of who pays* are ${payers.join(', ')}.

After a change that is meant: \`npx vitest run --project api tests/api/http/access-fields.test.ts -u\`.

`

const operators = ['olga@example.com', 'otto@example.com'] as const
const views = resources.map((each) => `${each}.view` as const)
const changes = resources.flatMap((each) =>
  actions.filter((action) => action !== 'view').map((action) => `${each}.${action}` as const),
)
const ofOneKind = ['history.view', 'export', 'import', 'share', 'fields', 'billing.view'] as const

/** Neither streams, which do not end, nor what would change the session that asks, nor public writes. */
const isAsked = ({ method, path, access, status }: Endpoint): boolean =>
  path !== '/api/stream' && status !== 302 && (method === 'GET' || access !== 'public')

// One user of many tokens asks for everything at once.
const uncounted = () => ({
  localKeys: true,
  increment: () => ({ totalHits: 1, resetTime: undefined }),
  decrement() {},
  resetKey() {},
})
const app = prepared(() =>
  startAppOver(
    async (env) => {
      const ports = await memoryPorts(env)
      return { ...ports, stores: { ...ports.stores, counts: { ...ports.stores.counts, limit: uncounted } } }
    },
    { env: { operatorEmails: [...operators] } },
  ),
)
const owner = prepared(() => newTeam(app))
const records = prepared(() => oneOfEach(owner))
const admin = prepared(() => newMember(app, owner, 'admin'))
let invoice: InvoiceId
/** The position from which differences are asked. */
let begun = ''
const callers = new Map<string, Caller['request']>()
/** How many of the callers, from the first, are members of the team. */
const ofTeam = 6

/** Calls by a token, without a session. */
const byToken =
  (token: string): Caller['request'] =>
  (method, path, { headers = {}, ...sending } = {}) =>
    app.guest().request(method, path, { ...sending, headers: { ...headers, authorization: `Bearer ${token}` } })

const apiToken = async (member: Member, ...abilities: TokenAbility[]) =>
  byToken((await member.ask(createApiToken, { body: { name: 'Script', abilities } })).token)

beforeAll(async () => {
  const gone = await owner.call(addClient, { body: { name: 'Gone' } })
  begun = gone.headers.get('x-position') ?? ''
  await owner.call(deleteClient, { params: { id: gone.body.id } })
  const member = async (role: 'member' | 'auditor' | 'editor', limits = {}) =>
    (await newMember(app, owner, role, limits)).request
  const [operator, acting] = await Promise.all(operators.map((email) => newTeam(app, { email })))
  if (!operator || !acting) throw new Error('There are no operators')
  callers.set('owner', owner.request)
  callers.set('admin', admin.request)
  callers.set('editor', await member('editor'))
  callers.set('member', await member('member'))
  callers.set('auditor', await member('auditor'))
  callers.set('member of another client', await member('member', { clientId: ClientId.parse(newCommandId()) }))
  callers.set('other team', (await newTeam(app)).request)
  callers.set('guest', app.guest().request)
  callers.set('operator', operator.request)
  callers.set('token: operate', await apiToken(operator, 'operate'))
  invoice = await payingFor(app, owner, { kind: 'team', id: owner.teamId })
  await payingFor(app, owner, { kind: 'user', id: owner.userId })
  const onThisSite = { headers: { 'sec-fetch-site': 'same-origin' } }
  await acting.call(impersonate, { params: { id: owner.userId } }, onThisSite)
  callers.set('operator as owner', acting.request)
  callers.set('token: views', await apiToken(owner, ...views))
  callers.set('token: changes', await apiToken(owner, ...changes))
  for (const ability of ofOneKind) callers.set(`token: ${ability}`, await apiToken(owner, ability))
  const { accessToken } = await owner.ask(createPersonalToken, { body: { name: 'Bare', scopes: [] } })
  callers.set('personal token without scopes', byToken(accessToken))
  callers.set('app: clients.view', byToken((await tokensFor(app.guest(), owner, await newApp(owner))).access_token))
})

/** The record that a path is about; another id where there is none. */
const idIn = (endpoint: Endpoint): string => {
  const { path } = endpoint
  if (path.startsWith('/settings/invoice/')) return invoice
  if (/\{teams?\}\/\{id\}|\/teams\/|\/team\//.test(path)) return owner.teamId
  if (/users?\//.test(path) || path.startsWith('/photos')) return owner.userId
  try {
    return (paramsFor(endpoint, records) as { id: string }).id
  } catch {
    return newCommandId()
  }
}

const addressOf = (endpoint: Endpoint): string => {
  const known = { teamId: owner.teamId, userId: admin.userId, invoice_id: invoice, version: 1, query: '' }
  const names = Object.keys(endpoint.params?.shape ?? {})
  const params = names.map((name) => [
    name,
    name === 'id' ? idIn(endpoint) : (known[name as keyof typeof known] ?? newCommandId()),
  ])
  const ofRecord = 'record' in (endpoint.query?.shape ?? {}) ? { record: `file/${records.file}` } : {}
  const query = { ...queryFor(endpoint, begun), ...ofRecord }
  return pathOf(endpoint, { params: Object.fromEntries(params), query })
}

/** A key that is refused right before the handler, after all that decides who is let in. */
const unfit = { 'idempotency-key': 'x'.repeat(256) }

const ask = async (request: Caller['request'], endpoint: Endpoint, path: string): Promise<Seen> => {
  const { method, response } = endpoint
  const sending = method === 'GET' ? {} : { json: {}, headers: unfit }
  const { status, body } = await request(method, path, sending)
  if (method !== 'GET') return { status: [413, 415, 422].includes(status) ? 400 : status, fields: [] }
  const isRecord = response !== 'content' && endpoint.path !== '/api/openapi.json'
  return { status, fields: status === 200 && isRecord ? fieldsOf(body).toSorted() : [] }
}

test('[ABIL-27] every operation answers every kind of caller the fields that are theirs (D-07, D-114)', async () => {
  const rows: Row[] = []
  for (const [, endpoint] of declaredEndpoints.filter(([, each]) => isAsked(each))) {
    const path = addressOf(endpoint)
    const seen = new Map<string, Seen>()
    for (const [name, request] of callers) seen.set(name, await ask(request, endpoint, path))
    rows.push({ operation: `${endpoint.method} ${endpoint.path}`, seen })
  }
  const page = asMarkdown(
    rows.toSorted((left, right) => left.operation.localeCompare(right.operation)),
    ['owner', 'operator', 'guest'],
    {
      kinds: [
        { called: 'everyone', names: [...callers.keys()] },
        { called: 'the whole team', names: [...callers.keys()].slice(0, ofTeam) },
        { called: 'all tokens', names: [...callers.keys()].filter((name) => /token|app/.test(name)) },
      ],
      together: { called: 'the fields of who pays', names: payers },
    },
  )

  await expect(intro + page).toMatchFileSnapshot('../../../docs/generated/access.md')
}, 300_000)
