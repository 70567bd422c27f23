import { expect, test } from 'vitest'
import { UserId } from '#schemas/ids.ts'
import { arrangedKinds, nouns } from '#schemas/nouns.ts'
import { type Access, accessActions, listAccess, showAccess } from '#schemas/resources/access.ts'
import { createApiToken, deleteApiToken, listApiTokens, updateApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { updateFile } from '#schemas/resources/files.ts'
import { impersonate, stopImpersonating } from '#schemas/resources/impersonation.ts'
import { updateMember } from '#schemas/resources/members.ts'
import { listAuthorizedApps, revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { createPersonalToken, deletePersonalToken, listPersonalTokens } from '#schemas/resources/personal-tokens.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { pathOf } from '#tests/support/caller.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { newApp, tokensFor, withToken } from '#tests/support/oauth.ts'
import { type OneOfEach, oneOfEach } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { randomFrom } from '#tests/support/random.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const boss = 'access-boss@example.com'
const app = prepared(() => startApp({ env: { operatorEmails: [boss] } }))
const onThisSite = { headers: { 'sec-fetch-site': 'same-origin' } }

const seed = Number(process.env.ACCESS_SEED ?? Date.now() % 100_000)
/** ACCESS_MOMENTS=200 walks for some minutes. */
const moments = Number(process.env.ACCESS_MOMENTS ?? 8)

const today = () => new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
const named = (noun: string, id: string, asOf?: string | null) => ({
  query: { record: `${noun}/${id}`, ...(asOf && { as_of: asOf }) } as never,
})
const positionOf = async (member: Member) => (await member.request('GET', '/api/clients')).headers.get('x-position')

const methods = { view: 'GET', update: 'PUT', delete: 'DELETE' } as const

/** What somebody may do with a record now: what is not refused but for its revision, which it never had. */
const mayNow = async (who: Member, path: string, as: unknown) => {
  const unknown = { json: as, headers: { 'if-match': '"999999999"' } }
  const tried = await Promise.all(
    accessActions.map((action) => who.request(methods[action], path, action === 'view' ? {} : unknown)),
  )
  const statuses = tried.map(({ status }) => status)
  expect([200, 403, 404, 412]).toEqual(expect.arrayContaining(statuses))
  return accessActions.filter((_, at) => ![403, 404].includes(statuses[at] ?? 0))
}

test(`access at a moment is what was answered live then, after random changes (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const below = (many: number) => Math.floor(random() * many)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const ann = await newTeam(app)
  const places: OneOfEach[] = [await oneOfEach(ann), await oneOfEach(ann)]
  const others = [await newMember(app, ann, 'editor'), await newMember(app, ann, 'member')]
  const trash: string[] = []
  const operator = await newTeam(app, { email: boss })
  const phone = await newApp(ann)
  /** All that ever acted for a member, whether or not it still may. */
  const programs: { kind: string; id: string; headers: Record<string, string> }[] = []
  const known = (kind: string, id: string, token: string) => programs.push({ kind, id, ...withToken(token) })
  const letAct = async (who: Member): Promise<unknown> => {
    const abilities = [pick(['files.view', 'sites.view', 'clients.view'] as const)]
    const apiTokens = await who.ask(listApiTokens)
    const personal = await who.ask(listPersonalTokens)
    const apps = await who.ask(listAuthorizedApps)
    // As many tokens as a person may make within minutes.
    const step = below(programs.length < 12 ? 8 : 5)
    if (step === 7) {
      const { id, token } = await who.ask(createApiToken, { body: { name: 'Import', abilities } })
      return known('token', id, token)
    }
    if (step === 6) {
      const { token, accessToken } = await who.ask(createPersonalToken, { body: { name: 'Laptop', scopes: abilities } })
      return known('token', token.id, accessToken)
    }
    if (step === 5) {
      const { access_token: token } = await tokensFor(app.guest(), who, phone, { scope: abilities.join(' ') })
      // Whoever consents to the same once more has the consent that there was.
      const consents = await who.ask(listAuthorizedApps)
      return known('app', consents.find(({ scopes: [scope] }) => scope?.id === abilities[0])?.id ?? '', token)
    }
    if (step === 4 && apiTokens.length > 0) {
      return who.ask(updateApiToken, { params: pick(apiTokens), body: { name: 'Import', abilities } })
    }
    if (step === 3 && apiTokens.length > 0) return who.ask(deleteApiToken, { params: pick(apiTokens) })
    if (step === 2 && personal.length > 0) return who.ask(deletePersonalToken, { params: pick(personal) })
    if (step === 1 && apps.length > 0) return who.ask(revokeAuthorizedApp, { params: pick(apps) })
    const { impersonated } = await operator.ask(currentUser)
    return impersonated
      ? operator.call(stopImpersonating, {}, onThisSite)
      : operator.call(impersonate, { params: { id: who.userId } }, onThisSite)
  }
  const change = async (): Promise<unknown> => {
    const place = pick(places)
    const who = pick(others)
    const site = { name: 'North', postcode: 'SE1 2AA', client_id: pick(places).client }
    const path = pathOf(updateMember, { params: { teamId: ann.teamId, userId: who.userId } })
    const limits = pick([
      { client_id: null, all_sites: true, site_ids: [] },
      { client_id: place.client, all_sites: true, site_ids: [] },
      { client_id: place.client, all_sites: false, site_ids: [place.site] },
    ])
    const flags = { [pick(['files', 'sites'])]: { [pick(accessActions)]: below(2) === 1 } }
    const step = below(6)
    if (step === 0) return ann.request('PUT', `/api/site/${place.site}`, { json: site })
    if (step === 1) {
      const noun = pick(arrangedKinds)
      const gone = await ann.request('DELETE', `/api/${nouns[noun].one}/${place[nouns[noun].one]}`)
      return trash.push(gone.headers.get('x-trash-id') ?? newCommandId())
    }
    if (step === 2) return trash.length > 0 && ann.request('POST', `/api/trash/${trash.pop()}/restore`)
    const role = pick(['admin', 'editor', 'member', 'auditor'])
    return ann.request('PUT', path, { json: { role, ...limits, ...(step > 4 && { abilities: flags }) } })
  }

  /** Who of those that act for members is shown a record now. */
  const shownTo = async (path: string): Promise<string[]> => {
    const { impersonated } = await operator.ask(currentUser)
    const own = await operator.request('GET', path)
    const statuses = programs.map(
      async (each) => [each, (await app.guest().request('GET', path, each)).status] as const,
    )
    const shown = (await Promise.all(statuses)).flatMap(([{ kind, id }, status]) =>
      status === 200 ? `${kind} ${id}` : [],
    )
    return [
      ...new Set(shown),
      ...(impersonated && own.status === 200 ? [`operator ${operator.userId}`] : []),
    ].toSorted()
  }

  const seen: { as_of: string | null; who: UserId; record: [string, string]; told: string[]; programs: string[] }[] = []
  for (let moment = 0; moment < moments; moment += 1) {
    await change()
    await letAct(pick(others))
    await letAct(pick(others))
    await change()
    const as_of = await positionOf(ann)
    for (const who of others) {
      await who.ask(currentUser, {}, { headers: { 'x-min-position': String(as_of) } })
      const place = pick(places)
      for (const noun of arrangedKinds) {
        const { one } = nouns[noun]
        const path = `/api/${one}/${place[one]}`
        const { status, body } = await ann.request('GET', path)
        // A record that lay in the trash is nobody's to see.
        const isThere = status === 200
        const told = isThere ? await mayNow(who, path, body) : ['404']
        const record: [string, string] = [one, place[one]]
        const shown = await shownTo(path)
        seen.push({ as_of, who: who.userId, record, told, programs: shown })
      }
    }
  }
  for (const { as_of, who, record, told, programs: shown } of seen) {
    const asked = named(...record, as_of)
    const of = { as_of, who, record }
    const one = await ann.request('GET', pathOf(showAccess, { params: { userId: who }, ...asked }))
    const may = one.status === 200 ? (one.body as Access).may : [String(one.status)]
    expect({ ...of, may }).toEqual({ ...of, may: told })
    const list = await ann.request('GET', pathOf(listAccess, asked))
    const all = list.status === 200 ? (list.body as Access[]) : []
    const listed = all.filter(({ id }) => id === who).map((each) => each.may)
    const acting = all.filter(
      ({ kind, may: can }) => ['token', 'app', 'operator'].includes(kind) && can.includes('view'),
    )
    expect({ ...of, listed, programs: acting.map(({ kind, id }) => `${kind} ${id}`).toSorted() }).toEqual({
      ...of,
      listed: told.length > 0 && list.status === 200 ? [told] : [],
      programs: shown,
    })
  }
}, 180_000)

test('each is told why, with the event behind it, the owner first, and of one person also why not', async () => {
  const ann = await newTeam(app)
  const ids = await oneOfEach(ann)
  const { body: other } = await ann.call(addClient, { body: { name: 'Tower Estates' } })
  const { body: tower } = await ann.call(addSite, {
    body: { name: 'Tower Yard', postcode: 'SE1 9ZZ', client_id: other.id },
  })
  const inside = await newMember(app, ann, 'editor', { clientId: ids.client as never })
  const outside = await newMember(app, ann, 'member', { clientId: other.id, siteIds: [tower.id] })
  const auditor = await newMember(app, ann, 'auditor')
  const before = await positionOf(ann)
  const { body: share } = await ann.call(createShare, { body: { site_id: ids.site as never } })

  const reply = await auditor.call(listAccess, named('file', ids.file))
  expect(reply.headers.get('x-access-note')).toContain('Operators')
  // Both joined at once, so that their ids decide.
  const others = [
    ['member', inside.userId, 'editor'],
    ['member', auditor.userId, 'auditor'],
  ].toSorted(([, one = ''], [, other = '']) => (one < other ? -1 : 1))
  expect(reply.body.map(({ kind, id, role }) => [kind, id, role])).toEqual([
    ['member', ann.userId, 'owner'],
    ...others,
    ['share', expect.any(String), null],
    ['share', share.id, null],
  ])
  expect(JSON.stringify(reply.body)).not.toContain(share.url.split('/').at(-1))
  const why = (entry: Access | undefined) => entry?.why.map(({ text }) => text)
  expect(why(reply.body.find(({ id }) => id === inside.userId))).toEqual([
    `Member with the role Editor since ${today()}`,
    `Limited to the client Acme since ${today()}, which this file lies in`,
  ])
  expect(why(reply.body[4])).toEqual([`Share link to the site North since ${today()}`])
  const earlier = await auditor.ask(listAccess, named('file', ids.file, before))
  expect(earlier.map(({ id }) => id)).not.toContain(share.id)

  const of = (userId: UserId) => ({ params: { userId }, ...named('file', ids.file) })
  const refused = await auditor.ask(showAccess, of(outside.userId))
  expect([refused.may, why(refused)?.[1]]).toEqual([
    [],
    `Limited to Tower Yard since ${today()}; this file lay at North`,
  ])
  expect((await auditor.refused(showAccess, of(UserId.parse(newCommandId())))).status).toBe(404)
})

test('tokens, apps and operators are told with whose they are, and links to compliance where they name the file', async () => {
  const ann = await newTeam(app, { name: 'Ann Baker' })
  const ids = await oneOfEach(ann)
  const { id } = await ann.ask(createApiToken, { body: { name: 'Import', abilities: ['files.view', 'sites.view'] } })
  await tokensFor(app.guest(), ann, await newApp(ann), { scope: 'files.view files.update' })
  const { id: link } = await ann.ask(createShare, { body: { kind: 'compliance', site_id: ids.site as never } })
  const before = await positionOf(ann)
  const told = async (asOf?: string | null) =>
    (await ann.ask(listAccess, named('file', ids.file, asOf)))
      .filter(({ kind }) => kind !== 'member')
      .map(({ kind, name, may, why }) => [kind, name, may, why[0]?.text])
  const acting = [
    ['token', 'Ann Baker', ['view'], `API token with these abilities since ${today()}`],
    ['app', 'Ann Baker', ['view', 'update'], `App Phone with these abilities since ${today()}`],
  ]
  const toFile = ['share', 'Ann Baker', ['view'], `Share link to the file plan since ${today()}`]

  expect(await told()).toEqual([...acting, toFile])
  await ann.ask(updateFile, {
    params: { id: ids.file as never },
    body: { name: 'plan', categories: [ids.category as never] },
  })
  const toSite = ['share', 'Ann Baker', ['view'], `Share link to the compliance of North since ${today()}`]
  expect(await told()).toEqual([...acting, toFile, toSite])
  expect((await ann.ask(listAccess, named('file', ids.file))).map((each) => each.id)).toContain(link)
  await ann.ask(deleteApiToken, { params: { id } })
  expect(await told()).toEqual([acting[1], toFile, toSite])
  expect(await told(before)).toEqual([...acting, toFile])
})

test("is refused to who may not read the history, of another team's record, and of none", async () => {
  const ann = await newTeam(app)
  const bob = await newTeam(app)
  const { file } = await oneOfEach(ann)
  const editor = await newMember(app, ann, 'editor')
  expect((await editor.refused(listAccess, named('file', file))).status).toBe(403)
  expect((await bob.refused(listAccess, named('file', file))).status).toBe(404)
  expect((await ann.refused(listAccess, named('site', file))).status).toBe(404)
  for (const [noun, id] of [
    ['category', file],
    ['file', 'x'],
    ['file', `${file}/x`],
  ] as const) {
    expect(await ann.invalid(listAccess, named(noun, id))).toEqual({ record: ['The selected record is invalid.'] })
  }
})
