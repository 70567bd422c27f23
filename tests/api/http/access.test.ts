import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, formOf, pathOf, type Reply } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { fileOf } from '#tests/support/files.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

type Named = readonly [name: string, endpoint: Endpoint]
type Ids = Record<'client' | 'site' | 'visit' | 'file', string>

const roles = ['public', 'signed-in', 'operator']
const withAccess = (wanted: (endpoint: Endpoint) => boolean): readonly Named[] =>
  declaredEndpoints.filter(([, each]) => wanted(each))
const needsAbility = ({ access }: Endpoint) => !roles.includes(access)
const writes = (endpoint: Endpoint) => needsAbility(endpoint) && !endpoint.access.endsWith('.view')
const refersTo = ({ params, body }: Endpoint) =>
  Object.keys({ ...params?.shape, ...body?.shape }).some((field) => field === 'id' || /_ids?$/.test(field))

/** Something for every parameter, so that a refusal is never for want of one. */
const anything = (endpoint: Endpoint) =>
  Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, newCommandId()]))

const send = (who: Caller, endpoint: Endpoint, params: object, body: object): Promise<Reply<unknown>> => {
  const path = pathOf(endpoint, { params })
  if (endpoint.method === 'GET') return who.request('GET', path)
  if (!endpoint.upload) return who.request(endpoint.method, path, { json: body })
  const form = formOf(endpoint.upload.field, fileOf('plan.pdf', 'application/pdf'), body)
  return who.request(endpoint.method, path, { form })
}

let app: TestApp
let ann: Member
let bob: Member
let viewer: Member
let anns: Ids
let bobs: Ids

/** One of everything in the team of its owner. */
const oneOfEach = async (owner: Member): Promise<Ids> => {
  const { body: client } = await owner.call(addClient, { body: { name: 'Acme' } })
  const { body: site } = await owner.call(addSite, { body: { name: 'North', client_id: client.id } })
  const dates = { started_at: '01/03/2026', ended_at: '01/03/2026' }
  const { body: visit } = await owner.call(addVisit, { body: { name: 'Check', site_id: site.id, ...dates } })
  const beside = { file: fileOf('plan.pdf', 'application/pdf') }
  const { body: file } = await owner.call(uploadFile, { body: { site_id: site.id } }, beside)
  return { client: client.id, site: site.id, visit: visit.id, file: file.id }
}

/** What a path's `{id}` stands for, by the noun in front of it. */
const paramsFrom = ({ path }: Endpoint, ids: Ids) => {
  const noun = path.match(/\/(client|site|visit|file)s?\/\{id\}/)?.[1]
  return noun ? { id: ids[noun as keyof Ids] } : {}
}

/** A body that would do, with references to these things. */
const bodyFrom = ({ body }: Endpoint, ids: Ids) => {
  const dates = { started_at: '01/03/2026', ended_at: '01/03/2026', completed_at: '01/03/2026' }
  const references = { client_id: ids.client, site_id: ids.site, visit_id: ids.visit }
  const known: Record<string, unknown> = { name: 'A name', ...dates, ...references }
  return Object.fromEntries(Object.entries(known).filter(([field]) => field in (body?.shape ?? {})))
}

beforeAll(async () => {
  app = await startApp()
  ;[ann, bob] = [await newTeam(app), await newTeam(app)]
  viewer = await newMember(app, ann, 'member')
  ;[anns, bobs] = [await oneOfEach(ann), await oneOfEach(bob)]
})
afterAll(() => app.close())

describe('a guest', () => {
  test.each(withAccess(({ access }) => access !== 'public' && access !== 'operator'))(
    '[ABIL-27] is asked to sign in by %s',
    async (_, endpoint) => {
      const answer = await send(app.guest(), endpoint, anything(endpoint), {})

      expect([answer.status, answer.body]).toEqual([401, { message: 'Unauthenticated.' }])
    },
  )
})

describe('whoever is no operator', () => {
  test.each(withAccess(({ access }) => access === 'operator'))('finds nothing at %s (D-02)', async (_, endpoint) => {
    for (const who of [app.guest(), ann]) {
      expect((await send(who, endpoint, anything(endpoint), {})).status).toBe(404)
    }
  })
})

describe('a member who may only look', () => {
  test('is there to be tested', () => {
    expect(withAccess(writes).length).toBeGreaterThanOrEqual(4)
  })

  test.each(withAccess(writes))('[ABIL-27] is refused %s', async (_, endpoint) => {
    const answer = await send(viewer, endpoint, paramsFrom(endpoint, anns), bodyFrom(endpoint, anns))

    expect([answer.status, answer.body]).toEqual([403, { message: 'This action is unauthorized.' }])
  })

  test.each(withAccess((endpoint) => needsAbility(endpoint) && !writes(endpoint)))(
    'is answered %s',
    async (_, endpoint) => {
      const answer = await send(viewer, endpoint, paramsFrom(endpoint, anns), {})

      expect(answer.status).toBe(endpoint.path.endsWith('/thumbnail') ? 404 : 200)
    },
  )
})

describe('what belongs to another team', () => {
  test.each(withAccess((endpoint) => needsAbility(endpoint) && refersTo(endpoint) && endpoint.params !== undefined))(
    'is not there for %s',
    async (_, endpoint) => {
      const params = paramsFrom(endpoint, bobs)
      expect(Object.keys(params)).toEqual(Object.keys(endpoint.params?.shape ?? {}))

      const theirs = await send(ann, endpoint, params, bodyFrom(endpoint, anns))
      const nobodys = await send(ann, endpoint, anything(endpoint), bodyFrom(endpoint, anns))

      expect(theirs.status).toBe(404)
      expect([theirs.status, theirs.body]).toEqual([nobodys.status, nobodys.body])
    },
  )

  const bodyRefers = ({ body }: Endpoint) =>
    ['client_id', 'site_id', 'visit_id'].some((field) => field in (body?.shape ?? {}))
  test.each(withAccess((endpoint) => needsAbility(endpoint) && bodyRefers(endpoint)))(
    'cannot be referred to by %s',
    async (_, endpoint) => {
      const fields = Object.keys(bodyFrom(endpoint, bobs)).filter((field) => field.endsWith('_id'))
      for (const field of fields) {
        const mixed = { ...bodyFrom(endpoint, anns), [field]: bodyFrom(endpoint, bobs)[field] }
        const answer = await send(ann, endpoint, paramsFrom(endpoint, anns), mixed)

        expect(answer.status).toBe(422)
        expect(answer.body).toMatchObject({
          errors: { [field]: [expect.stringMatching(/^The selected .* is invalid\.$/)] },
        })
      }
    },
  )

  test.each(withAccess((endpoint) => needsAbility(endpoint) && endpoint.method === 'GET' && !endpoint.params))(
    'is not among the answers of %s',
    async (_, endpoint) => {
      const answer = JSON.stringify((await send(ann, endpoint, {}, {})).body)

      expect(answer).toContain(ann.teamId && Object.values(anns).find((id) => answer.includes(id)))
      for (const id of Object.values(bobs)) expect(answer).not.toContain(id)
    },
  )

  test.each(withAccess((endpoint) => writes(endpoint) && 'id' in (endpoint.body?.shape ?? {})))(
    'keeps its id when %s asks for it, and nothing is told about it',
    async (_, endpoint) => {
      const noun = endpoint.path.replace('/api/', '') as keyof Ids
      const answer = await send(ann, endpoint, {}, { ...bodyFrom(endpoint, anns), id: bobs[noun] })

      expect([answer.status, answer.body]).toEqual([
        422,
        { message: 'The given data was invalid.', errors: { id: ['The id has already been taken.'] } },
      ])
    },
  )
})
