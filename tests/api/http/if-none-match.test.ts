import { beforeAll, describe, expect, test } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())

const asked = (who: Member, tag: string, path: string = listClients.path) =>
  who.request('GET', path, { headers: { 'if-none-match': tag } })

const tagOf = async (who: Member, path: string = listClients.path) =>
  (await who.request('GET', path)).headers.get('etag') ?? ''

describe('a list that its reader has already', () => {
  const ann = prepared(() => newTeam(app))
  beforeAll(async () => {
    await ann.call(addClient, { body: { name: 'Acme' } })
    await ann.call(addClient, { body: { name: 'Bell' } })
  })

  test.each([
    ['as it was answered', (tag: string) => tag],
    ['among others', (tag: string) => `"0", ${tag}`],
    ['as a strong one', (tag: string) => tag.replace('W/', '')],
    ['as any', () => '*'],
  ])('is not sent again, and says where the log is and that nobody keeps it: its tag %s', async (_, send) => {
    const tag = await tagOf(ann)
    const { status, body, headers } = await asked(ann, send(tag))

    expect([status, body, headers.get('etag')]).toEqual([304, '', tag])
    expect([headers.get('x-total-count'), headers.get('cache-control')]).toEqual(['2', 'no-store'])
    expect(headers.get('x-position')).toMatch(/^\d+$/)
  })

  test('has the same tag in every encoding', async () => {
    const read = (encoding: string) =>
      ann.request('GET', listClients.path, { headers: { 'accept-encoding': encoding } })

    expect((await read('br')).headers.get('etag')).toBe((await read('identity')).headers.get('etag'))
  })
})

describe('a list is sent again', () => {
  const ann = prepared(() => newTeam(app))

  test('when a count in it is another, though every revision is as it was', async () => {
    const client = await ann.ask(addClient, { body: { name: 'Acme' } })
    const tag = await tagOf(ann)
    await ann.call(addSite, { body: { name: 'North', client_id: client.id } })

    const { status, body } = await asked(ann, tag)

    expect([status, body]).toEqual([200, [expect.objectContaining({ name: 'Acme', site_count: 1 })]])
  })

  test('when only the number of rows beyond the page is another', async () => {
    const first = `${listClients.path}?limit=1`
    await ann.call(addClient, { body: { name: 'Bell' } })
    const tag = await tagOf(ann, first)
    await ann.call(addClient, { body: { name: 'Cole' } })

    expect((await asked(ann, tag, first)).headers.get('x-total-count')).toBe('3')
  })

  test('to somebody else, who is answered what they may see, whatever tag they send', async () => {
    const tag = await tagOf(ann)
    const eve = await newTeam(app)

    const { status, body } = await asked(eve, tag)

    expect([status, body]).toEqual([200, []])
    expect((await asked({ ...eve, ...app.guest() }, tag)).status).toBe(401)
  })
})
