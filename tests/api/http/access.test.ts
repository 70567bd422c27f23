import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { isTeamRight, roleHolds } from '#schemas/policy.ts'
import type { Role } from '#schemas/rights/abilities.ts'
import { anything, send } from '#tests/support/any-call.ts'
import { startApp } from '#tests/support/app.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { bodyFor, idFor, oneOfEach, paramsFor, referencesOf } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

// Every endpoint is found by itself: a new one is tested without being named here.

const withAccess = (wanted: (endpoint: Endpoint) => boolean) => declaredEndpoints.filter(([, each]) => wanted(each))
const needsRight = ({ access }: Endpoint) => isTeamRight(access)
const needsAbility = ({ access }: Endpoint) =>
  !['public', 'signed-in', 'operator'].includes(access) && !isTeamRight(access)
const writes = (endpoint: Endpoint) => needsAbility(endpoint) && !endpoint.access.endsWith('.view')
/** A zip file is read by who has prepared it (tests/api/routes/zips.test.ts). */
const isZip = ({ path }: Endpoint) => path.startsWith('/api/zips')
const reads = (endpoint: Endpoint) => needsAbility(endpoint) && !writes(endpoint) && !isZip(endpoint)
/** The rest of the plan and the sum of what is required are numbers, and name no record; a report is paper. */
const namesRecords = ({ path }: Endpoint) =>
  !['/api/plan/sites', '/api/compliance/summary', '/api/compliance/report'].includes(path)

const app = prepared(() => startApp())
const ann = prepared(() => newTeam(app))
const bob = prepared(() => newTeam(app))
const viewer = prepared(() => newMember(app, ann, 'member'))
const editor = prepared(() => newMember(app, ann, 'editor'))
const auditor = prepared(() => newMember(app, ann, 'auditor'))
const anns = prepared(() => oneOfEach(ann))
const bobs = prepared(() => oneOfEach(bob))

describe('a guest', () => {
  test.each(withAccess(({ access }) => access !== 'public' && access !== 'operator'))(
    '[ABIL-27] is asked to sign in by %s',
    async (_, endpoint) => {
      const answer = await send(app.guest(), endpoint, anything(endpoint), {})

      expect([answer.status, answer.body]).toEqual([401, { message: 'Unauthenticated.' }])
    },
  )
})

describe('a user who is no operator', () => {
  test.each(withAccess(({ access }) => access === 'operator'))(
    '[ROLE-14] finds nothing at %s (D-02)',
    async (_, endpoint) => {
      for (const who of [app.guest(), ann]) {
        expect((await send(who, endpoint, anything(endpoint), {})).status).toBe(404)
      }
    },
  )
})

describe('a member who may only look', () => {
  test('has writes to be refused', () => {
    expect(withAccess(writes).length).toBeGreaterThanOrEqual(4)
  })

  test.each(withAccess(writes))('[ABIL-27] is refused %s', async (_, endpoint) => {
    const answer = await send(viewer, endpoint, paramsFor(endpoint, anns), bodyFor(endpoint, anns))

    expect([answer.status, answer.body]).toEqual([403, { message: 'This action is unauthorized.' }])
  })

  test.each(withAccess(reads))('is answered %s', async (_, endpoint) => {
    const answer = await send(viewer, endpoint, paramsFor(endpoint, anns), {})

    // No worker draws thumbnails here.
    expect(answer.status).toBe(endpoint.path.endsWith('/thumbnail') ? 404 : 200)
  })
})

describe('a right that goes with the role', () => {
  test.each(withAccess(needsRight))('is nobody else’s: %s (D-92)', async (_, endpoint) => {
    const { access, caller } = endpoint
    const opening = [access, caller?.orBy].filter((right) => right !== undefined && isTeamRight(right))
    const lacks = (role: Role) => !opening.some((right) => roleHolds(role, right))
    for (const who of [viewer, ...(lacks('editor') ? [editor] : []), ...(lacks('auditor') ? [auditor] : [])]) {
      const answer = await send(who, endpoint, endpoint.params ? paramsFor(endpoint, anns) : {}, {})

      expect([answer.status, answer.body]).toEqual([403, { message: 'This action is unauthorized.' }])
    }
  })

  /** What is signed is read once it is, access is asked of one record (log-proofs and access in tests/api/routes). */
  const hasOwnTests = ({ path }: Endpoint) => path.startsWith('/api/log/') || path.startsWith('/api/access')

  test.each(withAccess((endpoint) => endpoint.access === 'history.view' && !hasOwnTests(endpoint)))(
    "is an auditor's and the owner's: %s (D-92)",
    async (_, endpoint) => {
      for (const who of [auditor, ann]) {
        const params = endpoint.params ? paramsFor(endpoint, anns) : {}
        const answer = await send(who, endpoint, params, bodyFor(endpoint, anns))
        expect(answer.status).toBe(endpoint.status)
      }
    },
  )
})

describe('what belongs to another team', () => {
  const isOfOne = (endpoint: Endpoint) =>
    (needsAbility(endpoint) || needsRight(endpoint)) && 'id' in (endpoint.params?.shape ?? {})

  test.each(withAccess(isOfOne))('is not there for %s, no more than what never was', async (_, endpoint) => {
    const theirs = await send(ann, endpoint, paramsFor(endpoint, bobs), bodyFor(endpoint, anns))
    const nobodys = await send(ann, endpoint, anything(endpoint), bodyFor(endpoint, anns))

    expect(theirs.status).toBe(404)
    expect([theirs.status, theirs.body]).toEqual([nobodys.status, nobodys.body])
  })

  test.each(withAccess((endpoint) => needsAbility(endpoint) && referencesOf(endpoint).length > 0))(
    'cannot be referred to by %s',
    async (_, endpoint) => {
      for (const field of referencesOf(endpoint)) {
        const mixed = { ...bodyFor(endpoint, anns), [field]: bodyFor(endpoint, bobs)[field] }
        const answer = await send(ann, endpoint, paramsFor(endpoint, anns), mixed)

        expect(answer).toMatchObject({
          status: 422,
          body: { errors: { [field]: [expect.stringMatching(/^The selected .* is invalid\.$/)] } },
        })
      }
    },
  )

  test.each(
    withAccess(
      (endpoint) =>
        reads(endpoint) &&
        endpoint.method === 'GET' &&
        namesRecords(endpoint) &&
        !('id' in (endpoint.params?.shape ?? {})),
    ),
  )('is not among the answers of %s', async (_, endpoint) => {
    const answer = JSON.stringify((await send(ann, endpoint, paramsFor(endpoint, anns), {})).body)

    expect(answer).toContain(idFor(endpoint, anns))
    for (const id of Object.values(bobs)) expect(answer).not.toContain(id)
  })

  test.each(withAccess((endpoint) => writes(endpoint) && 'id' in (endpoint.body?.shape ?? {})))(
    'keeps its id when %s asks for it, and nothing is told about it',
    async (_, endpoint) => {
      const answer = await send(ann, endpoint, {}, { ...bodyFor(endpoint, anns), id: idFor(endpoint, bobs) })

      const errors = { id: ['The id has already been taken.'] }
      expect([answer.status, answer.body]).toEqual([422, { message: 'The given data was invalid.', errors }])
    },
  )
})
