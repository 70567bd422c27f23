import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { ClientId, SiteId } from '#schemas/ids.ts'
import { deleteCategory } from '#schemas/resources/categories.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import { deleteDocument } from '#schemas/resources/documents.ts'
import { deleteFile } from '#schemas/resources/files.ts'
import { deleteSite } from '#schemas/resources/sites.ts'
import { deleteVisit } from '#schemas/resources/visits.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, formOf, pathOf, type Reply } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { fileOf } from '#tests/support/files.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { bodyFor, idFor, type OneOfEach, oneOfEach, paramsFor, referencesOf } from '#tests/support/one-of-each.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

// Every call of the core, made by those who see it all, one client or one site, on what they see, what they do not see,
// what is in the trash and what never was. Calls are found by themselves.

const needsAbility = ({ access }: Endpoint) =>
  /\.(create|update|delete|view)$/.test(access) && access !== 'history.view'
const ofOne = declaredEndpoints.filter(([, each]) => needsAbility(each) && 'id' in (each.params?.shape ?? {}))
const listing = declaredEndpoints.filter(
  // The rest of the plan is a number and names no record; what a zip file holds is in tests/api/routes/zips.test.ts.
  ([, each]) =>
    each.access.endsWith('.view') &&
    !('id' in (each.params?.shape ?? {})) &&
    each.path !== '/api/plan/sites' &&
    !each.path.startsWith('/api/zips'),
)
const readingOne = ofOne.filter(([, { method }]) => method === 'GET')
const referring = declaredEndpoints.filter(([, each]) => needsAbility(each) && referencesOf(each).length > 0)
const isTeamWide = ({ path }: Endpoint) => /document|categor/.test(path)

const send = (who: Caller, endpoint: Endpoint, params: object, body: object): Promise<Reply<unknown>> => {
  const path = pathOf(endpoint, { params })
  if (endpoint.method === 'GET') return who.request('GET', path)
  const upload = endpoint.transport?.upload
  if (!upload) return who.request(endpoint.method, path, { json: body })
  const type = upload.field === 'thumbnail' ? 'image/png' : 'application/pdf'
  return who.request(endpoint.method, path, { form: formOf(upload.field, fileOf('plan', type), body) })
}

/** From below to above. */
const removing: [keyof OneOfEach, Endpoint][] = [
  ['file', deleteFile],
  ['visit', deleteVisit],
  ['site', deleteSite],
  ['client', deleteClient],
  ['document', deleteDocument],
  ['category', deleteCategory],
]

let app: TestApp
let ann: Member
/** Sees the client of `own` alone, and may do everything there. */
let ofClient: Member
/** Sees the site of `own` alone. */
let ofSite: Member
let own: OneOfEach
let otherClients: OneOfEach
let otherSites: OneOfEach
let deleted: OneOfEach
let withItsClient: OneOfEach
let never: OneOfEach

beforeAll(async () => {
  app = await startApp()
  ann = await newTeam(app)
  own = await oneOfEach(ann)
  ;[otherClients, deleted, withItsClient] = [await oneOfEach(ann), await oneOfEach(ann), await oneOfEach(ann)]
  otherSites = await oneOfEach(ann, own.client)
  const all = { create: true, update: true, delete: true, view: true }
  const abilities = { clients: all, sites: all, visits: all, files: all, documents: all, categories: all }
  const clientId = ClientId.parse(own.client)
  const siteId = SiteId.parse(own.site)
  ofClient = await newMember(app, ann, 'member', { clientId, abilities })
  ofSite = await newMember(app, ann, 'member', { clientId, siteIds: [siteId], abilities })
  for (const [noun, endpoint] of removing) {
    await ann.request(endpoint.method, pathOf(endpoint, { params: { id: deleted[noun] } }))
  }
  await ann.request('DELETE', `/api/client/${withItsClient.client}`)
  const ids = Object.keys(own).map((noun) => [noun, newCommandId()])
  never = Object.fromEntries(ids) as OneOfEach
})
afterAll(() => app.close())

const missing = [404, { message: 'Not found.' }]
const forbidden = [403, { message: 'This action is unauthorized.' }]
/** Whoever sees chosen sites adds none and deletes no client, wherever that is (D-57): nothing is looked up for it. */
const isClosed = (who: Member, name: string) =>
  who === ofSite && ['addSite', 'deleteClient', 'showClientDeletion'].includes(name)

describe('what is not there', () => {
  test.each(ofOne)('in the trash, gone with its client, or never there, is the same to %s', async (name, endpoint) => {
    for (const who of [ann, ofClient, ofSite]) {
      for (const targets of [deleted, withItsClient, never]) {
        if (targets === withItsClient && isTeamWide(endpoint)) continue
        const { status, body } = await send(who, endpoint, paramsFor(endpoint, targets), bodyFor(endpoint, own))

        expect([status, body]).toEqual(isClosed(who, name) ? forbidden : missing)
      }
    }
  })

  test.each(referring)('cannot be referred to by %s', async (_, endpoint) => {
    for (const field of referencesOf(endpoint)) {
      for (const targets of [deleted, withItsClient, never]) {
        if (targets === withItsClient && field === 'parent_id') continue
        const body = { ...bodyFor(endpoint, own), [field]: bodyFor(endpoint, targets)[field] }
        const answer = await send(ann, endpoint, paramsFor(endpoint, own), body)

        const errors = { [field]: [expect.stringMatching(/^The selected .* is invalid\.$/)] }
        expect([field, answer.status, answer.body]).toEqual([field, 422, expect.objectContaining({ errors })])
      }
    }
  })
})

describe('what lies outside a scope (D-57)', () => {
  const inPlaces = ofOne.filter(([, endpoint]) => !isTeamWide(endpoint))

  test.each(inPlaces)('[ABIL-26] is not there for %s: another client, or another site', async (name, endpoint) => {
    for (const [who, targets] of [
      [ofClient, otherClients],
      [ofSite, otherClients],
      [ofSite, otherSites],
    ] as const) {
      const ofClientItself = targets === otherSites && /^(\/api)?\/clients?\//.test(endpoint.path)
      if (ofClientItself) continue
      const { status, body } = await send(who, endpoint, paramsFor(endpoint, targets), bodyFor(endpoint, own))

      expect([status, body]).toEqual(isClosed(who, name) ? forbidden : missing)
    }
  })

  test.each(referring.filter(([, endpoint]) => !isTeamWide(endpoint)))(
    '[ABIL-26] cannot be referred to by %s',
    async (name, endpoint) => {
      for (const field of referencesOf(endpoint)) {
        const limited = [[ofClient, otherClients] as const, [ofSite, otherSites] as const]
        for (const [who, targets] of limited) {
          // They see the client itself.
          if (isClosed(who, name) || (who === ofSite && field === 'client_id')) continue
          const body = { ...bodyFor(endpoint, own), [field]: bodyFor(endpoint, targets)[field] }
          const answer = await send(who, endpoint, paramsFor(endpoint, own), body)

          const errors = { [field]: [expect.stringMatching(/^The selected .* is invalid\.$/)] }
          expect([field, answer.status, answer.body]).toEqual([field, 422, expect.objectContaining({ errors })])
        }
      }
    },
  )

  test.each(readingOne)('is what limits, and not %s: the same call answers inside', async (name, endpoint) => {
    for (const who of [ann, ofClient, ofSite]) {
      const { status } = await send(who, endpoint, paramsFor(endpoint, own), {})

      // No worker draws thumbnails here.
      const inside = endpoint.path.endsWith('/thumbnail') ? 404 : 200
      expect(status).toBe(isClosed(who, name) ? 403 : inside)
    }
  })

  test.each(listing.filter(([, { access }]) => access !== 'history.view'))(
    '[ABIL-26] is not among the answers of %s, nor is what is in the trash',
    async (_, endpoint) => {
      const hidden = ({ client, site, visit, file }: OneOfEach) => [client, site, visit, file]
      const gone = [...Object.values(deleted), ...hidden(withItsClient)]
      const unseen: [Member, string[]][] = [
        [ann, gone],
        [ofClient, [...gone, ...hidden(otherClients)]],
        [ofSite, [...gone, ...hidden(otherClients), ...hidden(otherSites).slice(1)]],
      ]
      for (const [who, ids] of unseen) {
        const answer = JSON.stringify((await send(who, endpoint, paramsFor(endpoint, own), {})).body)

        expect(answer).toContain(idFor(endpoint, own))
        for (const id of ids) expect(answer).not.toContain(id)
      }
    },
  )
})
