import { afterAll, beforeAll, expect, test } from 'vitest'
import { ceilingOf } from '#schemas/ceilings.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { liveStream } from '#schemas/resources/live.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { startAppOver } from '#tests/support/app.ts'
import { pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { oneOfEach, paramsFor } from '#tests/support/one-of-each.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

let asked = 0
let app: Awaited<ReturnType<typeof startCounting>>
let owner: Member
let secret: string
let ids: Awaited<ReturnType<typeof oneOfEach>>

/** An API that tells how often it asks the payment provider. */
const startCounting = () =>
  startAppOver(
    async (env) => {
      const ports = await memoryPorts(env)
      const coupon: typeof ports.payments.coupon = async (code) => {
        asked += 1
        return ports.payments.coupon(code)
      }
      return { ...ports, payments: { ...ports.payments, coupon } }
    },
    { env: { operatorEmails: ['operator@example.com'] } },
  )

beforeAll(async () => {
  app = await startCounting()
  owner = await newTeam(app, { email: 'operator@example.com' })
  ids = await oneOfEach(owner)
  const { url } = (await owner.call(createShare, { body: { file_id: ids.file as never } })).body
  secret = url.split('/').at(-1) ?? ''
})
afterAll(() => app.close())

/** The subject of a path: the record of its noun, or else the caller's team or person. */
const paramsOf = (endpoint: Endpoint, person: string): Record<string, unknown> => {
  const others = {
    secret,
    code: 'x',
    userId: person,
    invoice_id: newCommandId(),
    zip: newCommandId(),
    run: newCommandId(),
  }
  if (endpoint.path.startsWith('/share/')) return { ...others, id: ids.file }
  if (/^\/(\{teams\}|teams|settings\/\{teams\}|coupon\/\{team\}|api\/kiosk\/teams)/.test(endpoint.path)) {
    return { ...others, id: owner.teamId }
  }
  try {
    return { ...others, ...paramsFor(endpoint, ids) }
  } catch {
    return { ...others, id: person }
  }
}

const reads = declaredEndpoints.map(([, endpoint]) => endpoint).filter((each) => each.method === 'GET')

test('every read that records an event or asks the payment provider has a ceiling (D-116)', async () => {
  const writing: Endpoint[] = []
  for (const endpoint of reads.filter((each) => each !== liveStream)) {
    const person = await newTeam(app)
    const before = [await app.ledger.lastPosition(), asked]
    await owner.request('GET', pathOf(endpoint, { params: paramsOf(endpoint, person.userId) }), {
      headers: { accept: 'text/html, */*' },
    })
    const after = [await app.ledger.lastPosition(), asked]
    if (after.join() !== before.join()) writing.push(endpoint)
  }

  const paths = writing.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining(['/coupon/{code}', '/share/{secret}', '/spark/kiosk/users/impersonate/{id}']),
  )
  expect(writing.filter((each) => ceilingOf(each) === undefined).map(({ path }) => path)).toEqual([])
})
