import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReaderPool } from '#api/read-side/reader-pool.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { searchEverything } from '#schemas/resources/search.ts'
import { startAppOver, type TestApp } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

let app: TestApp
let ann: Member
beforeAll(async () => {
  app = await startAppOver(async (env) => {
    const ports = await memoryPorts(env)
    const { folder } = ports.readModels
    return { ...ports, readModels: { folder, readers: openReaderPool(folder) } }
  })
  ann = await newTeam(app)
  await ann.call(addClient, { body: { name: 'Acme' } })
})
afterAll(() => app.close())

test('hundreds of searches at once are answered or refused, and lists do not wait for them', async () => {
  const asked = Array.from({ length: 200 }, () => ann.request('GET', '/api/search?q=acme'))
  const lists = await Promise.all(Array.from({ length: 10 }, () => ann.call(listClients)))
  const answers = await Promise.all(asked)

  expect(lists.every(({ body }) => body.length > 0)).toBe(true)
  const refused = answers.filter(({ status }) => status === 429)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  for (const { headers, body } of refused.slice(0, 3)) {
    expect(headers.get('retry-after')).toBe('1')
    expect(body).toEqual({ message: 'Too many requests at once. Please try again in a moment.' })
  }
  const { groups } = await ann.ask(searchEverything, { query: { q: 'acme', limit: 5 } })
  expect(groups).toMatchObject([{ resource: 'clients', total: 1 }])
})
