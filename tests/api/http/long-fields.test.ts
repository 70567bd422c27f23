import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#schemas/endpoint.ts'
import { startAppOver } from '#tests/support/app.ts'
import { pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

/** A letter that NFKC makes eighteen of; three bytes of UTF-8. */
const growing = '\ufdfa'
const growth = growing.normalize('NFKC').length

/** The most letters of a field that anything is counted by (D-116). */
const counted = 320
/** The part beside a field in a key, such as a network address. */
const beside = 64

/** How long the texts are that are folded and digested, and how many are digested to be counted by. */
const seen = { folded: 0, digested: 0, keys: 0 }
const forget = () => Object.assign(seen, { folded: 0, digested: 0, keys: 0 })

const app = prepared(() =>
  startAppOver(async (env) => {
    const ports = await memoryPorts(env)
    const digest: typeof ports.keys.digest = (purpose, text) => {
      seen.digested = Math.max(seen.digested, text.length)
      seen.keys += purpose === 'throttle' ? 1 : 0
      return ports.keys.digest(purpose, text)
    }
    return { ...ports, keys: { ...ports.keys, digest } }
  }),
)
beforeAll(() => {
  const { normalize } = String.prototype
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    seen.folded = Math.max(seen.folded, this.length)
    return normalize.call(this, form)
  })
})
afterAll(() => void vi.restoreAllMocks())

type Field = { name: string; endpoint: Endpoint; field: string }
const fieldsOf = (schema: z.ZodObject | undefined) => Object.keys(schema?.shape ?? {})
const publicOnes = declaredEndpoints.map(([, endpoint]) => endpoint).filter(({ access }) => access === 'public')
const named = (endpoint: Endpoint, field: string): Field => ({
  name: `${field} of ${endpoint.method} ${endpoint.path}`,
  endpoint,
  field,
})

const inBodies: Field[] = publicOnes.flatMap((each) => fieldsOf(each.body).map((field) => named(each, field)))
const inPaths: Field[] = publicOnes.flatMap((each) => fieldsOf(each.params).map((field) => named(each, field)))

const anything = ({ params }: Endpoint) => Object.fromEntries(fieldsOf(params).map((name) => [name, 'x'.repeat(40)]))

/** Calls an endpoint with this text in one of its fields, and something in the others. */
const send = async ({ endpoint, field }: Field, text: string, more: { chunked?: true; cookie?: string } = {}) => {
  const fields = { ...Object.fromEntries(fieldsOf(endpoint.body).map((each) => [each, 'x'])), [field]: text }
  const body = endpoint.transport?.form ? new URLSearchParams(fields).toString() : JSON.stringify(fields)
  const type = endpoint.transport?.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const { status } = await fetch(app.url + pathOf(endpoint, { params: anything(endpoint) }), {
    method: endpoint.method,
    headers: { 'content-type': type, origin: 'http://localhost', ...(more.cookie && { cookie: more.cookie }) },
    body: more.chunked ? new Blob([body]).stream() : body,
    ...(more.chunked && { duplex: 'half' }),
  })
  return status
}

const expectLittleWork = () => {
  expect(seen.folded).toBeLessThanOrEqual(counted)
  expect(seen.digested).toBeLessThanOrEqual(counted * growth + beside)
}

/** A field of each call: a body is weighed before its fields are read. */
const oneOfEach = [...new Map(inBodies.map((each) => [each.endpoint, each])).values()]

describe('a megabyte from a guest', () => {
  test.each(oneOfEach)('is refused unread as $name (D-116)', async (field) => {
    forget()

    // A form writes nine bytes for each of its letters.
    const text = growing.repeat(field.endpoint.transport?.form ? 110_000 : 330_000)
    expect([await send(field, text), await send(field, text, { chunked: true })]).toEqual([413, 413])
    expect(seen).toMatchObject({ folded: 0 })
    expectLittleWork()
  })
})

describe('as much as a guest may send', () => {
  test.each(inBodies)('is neither folded nor digested beyond 320 letters as $name (D-116)', async (field) => {
    forget()

    expect(await send(field, growing.repeat(500))).toBeLessThan(500)
    expect(await send(field, growing.repeat(5000))).toBeLessThan(500)
    expectLittleWork()
  })

  test.each(inPaths)('is neither folded nor digested beyond 320 letters as $name (D-116)', async (field) => {
    forget()
    const params = { ...anything(field.endpoint), [field.field]: growing.repeat(500) }

    const { status } = await app.guest().request(field.endpoint.method, pathOf(field.endpoint, { params }))

    expect(status).toBeLessThan(500)
    expectLittleWork()
  })
})

const email = inBodies.find(({ endpoint, field }) => endpoint.path === '/login' && field === 'email') as Field

test('what eight limits count by is digested once: the account, and the account at an address (D-116)', async () => {
  forget()

  expect(await send(email, 'ann@example.com')).toBe(422)
  expect(seen.keys).toBe(2)
})

describe('who may send more', () => {
  test('is whoever has a session, and nothing of theirs is folded either (D-116)', async () => {
    const cookie = (await newTeam(app)).cookie() ?? ''
    forget()

    expect(await send(email, growing.repeat(330_000), { cookie })).toBe(422)
    expectLittleWork()
  })

  test.each([
    ['an invented session', { cookie: `siteledger=s%3A${'x'.repeat(32)}.${'y'.repeat(43)}` }],
    ['an invented token', { authorization: `Bearer ${'x'.repeat(40)}` }],
  ])('is nobody with %s (D-116)', async (_, headers) => {
    const json = { email: 'x'.repeat(17_000), password: 'x' }

    expect((await app.guest().request('POST', '/login', { json, headers })).status).toBe(413)
  })

  test('is nobody whose sessions were ended (D-116)', async () => {
    const ann = await newTeam(app)
    const cookie = ann.cookie() ?? ''
    await ann.request('DELETE', '/settings/sessions')

    expect(await send(email, 'x'.repeat(17_000), { cookie })).toBe(413)
  })
})
