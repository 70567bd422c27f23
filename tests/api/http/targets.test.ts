import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { ClientId, SiteId } from '#schemas/ids.ts'
import { deleteCategory } from '#schemas/resources/categories.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import { deleteDocument } from '#schemas/resources/documents.ts'
import { deleteFile } from '#schemas/resources/files.ts'
import { deleteSite } from '#schemas/resources/sites.ts'
import { deleteVisit } from '#schemas/resources/visits.ts'
import { send } from '#tests/support/any-call.ts'
import { startApp } from '#tests/support/app.ts'
import { pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { bodyFor, idFor, type OneOfEach, oneOfEach, paramsFor, referencesOf } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

// Every call of the core, made by those who see it all, one client or one site, on what they see, what they do not see,
// what is in the trash and what never was. Calls are found by themselves.

const needsAbility = ({ access }: Endpoint) =>
  /\.(create|update|delete|view)$/.test(access) && access !== 'history.view'
const ofOne = declaredEndpoints.filter(([, each]) => needsAbility(each) && 'id' in (each.params?.shape ?? {}))
const listing = declaredEndpoints.filter(
  // The rest of the plan and the sum of what is required are numbers, and name no record; a report is paper; what a zip file holds is in
  // tests/api/routes/zips.test.ts.
  ([, each]) =>
    each.access.endsWith('.view') &&
    !('id' in (each.params?.shape ?? {})) &&
    !['/api/plan/sites', '/api/compliance/summary', '/api/compliance/report'].includes(each.path) &&
    !each.path.startsWith('/api/zips'),
)
const readingOne = ofOne.filter(([, { method }]) => method === 'GET')
const referring = declaredEndpoints.filter(([, each]) => needsAbility(each) && referencesOf(each).length > 0)
const isTeamWide = ({ path }: Endpoint) => /^(\/api)?\/(document|categor)/.test(path)

/** From below to above. */
const removing: [keyof OneOfEach, Endpoint][] = [
  ['file', deleteFile],
  ['visit', deleteVisit],
  ['site', deleteSite],
  ['client', deleteClient],
  ['document', deleteDocument],
  ['category', deleteCategory],
]

const app = prepared(() => startApp())
const ann = prepared(() => newTeam(app))
const own = prepared(() => oneOfEach(ann))
const otherClients = prepared(() => oneOfEach(ann))
const otherSites = prepared(() => oneOfEach(ann, own.client))
const all = { create: true, update: true, delete: true, view: true }
const abilities = { clients: all, sites: all, visits: all, files: all, documents: all, categories: all }
/** Sees the client of `own` alone, and may do everything there. */
const ofClient = prepared(() => newMember(app, ann, 'member', { clientId: ClientId.parse(own.client), abilities }))
/** Sees the site of `own` alone. */
const ofSite = prepared(() => {
  const clientId = ClientId.parse(own.client)
  const siteIds = [SiteId.parse(own.site)]
  return newMember(app, ann, 'member', { clientId, siteIds, abilities })
})
const deleted = prepared(async () => {
  const ids = await oneOfEach(ann)
  for (const [noun, endpoint] of removing) {
    await ann.request(endpoint.method, pathOf(endpoint, { params: { id: ids[noun] } }))
  }
  return ids
})
const withItsClient = prepared(async () => {
  const ids = await oneOfEach(ann)
  await ann.request('DELETE', `/api/client/${ids.client}`)
  return ids
})
const never = prepared(
  () => Object.fromEntries(Object.keys(own).map((noun): [string, string] => [noun, newCommandId()])) as OneOfEach,
)

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
