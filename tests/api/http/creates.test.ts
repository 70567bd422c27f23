import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { startAppOver } from '#tests/support/app.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { fileOf } from '#tests/support/files.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { bodyFor, type OneOfEach, oneOfEach } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

type Created = { id: string }

/** Records that are added at one address and read at another. */
const readAt: Record<string, string> = {
  '/api/files': '/api/file/{id}',
  '/api/documents': '/api/document/{id}',
  '/settings/{teams}': '/{teams}/{id}',
}

/** The GET of what a POST adds, where there is one. */
const shownBy = ({ path }: Endpoint): Endpoint | undefined =>
  declaredEndpoints.find(([, each]) => each.method === 'GET' && each.path === (readAt[path] ?? `${path}/{id}`))?.[1]

const creates = declaredEndpoints.flatMap(([name, create]) => {
  const show = create.method === 'POST' && create.status === 201 ? shownBy(create) : undefined
  return show ? [[name, create, show] as const] : []
})

/** Without plans, one may found another team. */
const startWithoutPlans = (now = Date.now) => startAppOver(memoryPorts, { env: { plans: [] }, now })

type World = Awaited<ReturnType<typeof startTeam>>
/** A team with one of everything. `now` is the API's clock. */
const startTeam = async (now?: () => number) => {
  const app = await startWithoutPlans(now)
  const ann = await newTeam(app)
  return { app, ann, ids: await oneOfEach(ann), close: app.close }
}

/** Adds something; a field that takes several values is left out. */
const add = async (ann: Member, create: Endpoint, ids: OneOfEach) => {
  const shape: Record<string, z.ZodType> = create.body?.shape ?? {}
  const fields = Object.entries(bodyFor(create, ids)).filter(([field, value]) => shape[field]?.safeParse(value).success)
  const call = { body: Object.fromEntries(fields) } as CallOf<Endpoint>
  const { status, headers, body } = await ann.call(create, call, { file: fileOf('plan.pdf', 'application/pdf') })
  return { status, behind: headers.get('x-projection') === 'behind', added: [body as unknown].flat() as Created[] }
}

test('nouns that can be added are found', () => {
  expect(creates.map(([name]) => name).toSorted()).toEqual([
    'addCategory',
    'addClient',
    'addSavedView',
    'addSite',
    'addVisit',
    'createTeam',
    'uploadDocument',
    'uploadDocuments',
    'uploadFile',
    'uploadFiles',
  ])
})

describe('every POST of something new', () => {
  const app = prepared(() => startWithoutPlans())

  test.each(creates)('answers what the next GET answers: %s', async (_, create, show) => {
    const ann = await newTeam(app)

    const { status, behind, added } = await add(ann, create, await oneOfEach(ann))

    expect([status, behind]).toEqual([201, false])
    expect(added).not.toEqual([])
    for (const each of added) {
      const { body } = await ann.call(show, { params: { id: each.id } } as CallOf<Endpoint>)
      // Only the answer to an upload tells where the same bytes were already.
      const { same_as: _same, ...record } = each as typeof each & { same_as?: unknown }
      expect(record).toEqual(body)
    }
  })
})

/** The clock stands still with them: after five seconds no command is accepted any more (D-105). */
describe('while the read models are stopped', () => {
  const started = prepared(() => startTeam())
  const stopped = prepared(() => startTeam(() => 0))
  beforeAll(() => stopped.app.ports.projector.close())

  /** The added records, without ids, times and names of people, which differ between two worlds. */
  const plain = (added: Created[], { ids }: World) =>
    Object.entries({ ...ids, self: added[0]?.id ?? '' })
      .reduce((text, [noun, id]) => text.replaceAll(id, noun), JSON.stringify(added[0]))
      .replace(/"created_at":"[^"]*"/, '')
      .replace(/("created_by_user":\{"name":)"[^"]*"/, '$1')

  test('an API token and an invitation are answered with what was written', async () => {
    const { ann } = stopped
    const [token, invitation] = await Promise.all([
      ann.call(createApiToken, { body: { name: 'CI', abilities: ['clients.view'] } }),
      ann.call(sendInvitation, { params: { id: ann.teamId }, body: { email: 'jo@example.com', role: 'editor' } }),
    ])

    expect(token.body).toMatchObject({ name: 'CI', metadata: { abilities: ['clients.view'] }, revision: '0' })
    expect(invitation.body).toMatchObject({ email: 'jo@example.com', team_id: ann.teamId, role: 'editor' })
  })

  // A team is read through the membership of its owner, and has ids of its own in its members.
  test.each(creates.filter(([name]) => name !== 'createTeam'))(
    '%s answers 201 with the resource all the same',
    async (_, create) => {
      const fresh = await add(started.ann, create, started.ids)
      const late = await add(stopped.ann, create, stopped.ids)

      expect([late.status, late.behind]).toEqual([201, true])
      expect(plain(late.added, stopped)).toEqual(plain(fresh.added, started))
    },
  )
})
