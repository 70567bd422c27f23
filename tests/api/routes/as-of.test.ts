import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())

test('a list, a card and a search are answered as of a position, and the present is not changed by it', async () => {
  const ann = await newTeam(app)
  const added = await ann.request('POST', '/api/client', { json: { name: 'Quay Estates' } })
  const { id } = added.body as { id: string }
  const before = await ann.request('GET', '/api/clients')
  expect(before.body).toMatchObject([{ name: 'Quay Estates' }])
  const position = before.headers.get('x-position')
  await ann.request('PUT', `/api/client/${id}`, { json: { name: 'North Estates' } })

  const then = await ann.request('GET', `/api/clients?as_of=${position}`)
  expect(then.body).toEqual(before.body)
  expect(then.headers.get('x-as-of-position')).toBe(position)
  expect(then.headers.get('x-position')).toBeNull()
  expect((await ann.request('GET', `/api/client/${id}?as_of=${position}`)).body).toMatchObject({ name: 'Quay Estates' })
  expect((await ann.request('GET', `/api/clients/search/quay?as_of=${position}`)).body).toMatchObject([{ id }])
  expect((await ann.request('GET', '/api/clients')).body).toMatchObject([{ name: 'North Estates' }])
})

test('a moment in the future, before the log or that is none is refused, so are a change of the past and who may not see it', async () => {
  const ann = await newTeam(app)
  const member = await newMember(app, ann, 'member')
  const errorOf = async (asOf: string) => {
    const { status, body } = await ann.request('GET', `/api/clients?as_of=${asOf}`)
    return [status, (body as { errors?: { as_of?: string[] } }).errors?.as_of?.[0]]
  }

  expect(await errorOf('2999-01-01')).toEqual([422, 'The as of may not be in the future.'])
  expect(await errorOf('99999999999999999999')).toEqual([422, 'The as of may not be in the future.'])
  expect(await errorOf('yesterday')).toEqual([422, 'The as of is not a valid date.'])
  expect(await errorOf('2026-01-01&as_of=2026-01-02')).toEqual([422, 'The as of is not a valid date.'])
  expect(await errorOf('1999-01-01')).toEqual([422, expect.stringMatching(/^There is nothing from before \d\d\//)])
  expect((await member.request('GET', '/api/clients?as_of=2026-01-01')).status).toBe(403)
  const changed = await ann.request('POST', '/api/client?as_of=2026-01-01', { json: { name: 'Acme' } })
  expect([changed.status, changed.body]).toMatchObject([422, { errors: { as_of: ['The past can’t be changed.'] } }])
})
