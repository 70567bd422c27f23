import { expect, test } from 'vitest'
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
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

let asked = 0

/** An API that tells how often it asks the payment provider. */
const app = prepared(() =>
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
  ),
)
const owner = prepared(() => newTeam(app, { email: 'operator@example.com' }))
const person = prepared(() => newTeam(app))
const ids = prepared(() => oneOfEach(owner))
const share = prepared(() => owner.ask(createShare, { body: { file_id: ids.file as never } }))

/** The subject of a path: the record of its noun, or else the caller's team or person. */
const paramsOf = (endpoint: Endpoint): Record<string, unknown> => {
  const others = {
    secret: share.url.split('/').at(-1),
    code: 'x',
    userId: person.userId,
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
    return { ...others, id: person.userId }
  }
}

const reads = declaredEndpoints.map(([, endpoint]) => endpoint).filter((each) => each.method === 'GET')

test('every read that records an event or asks the payment provider has a ceiling (D-116)', async () => {
  const writing: Endpoint[] = []
  for (const endpoint of reads.filter((each) => each !== liveStream)) {
    const before = [await app.ledger.lastPosition(), asked]
    await owner.request('GET', pathOf(endpoint, { params: paramsOf(endpoint) }), {
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
