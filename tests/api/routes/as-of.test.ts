import { expect, test } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { fileStream } from '#api/event-store/streams.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { startAppOver } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { fileOf } from '#tests/support/files.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { newFileId } from '#tests/support/new-ids.ts'
import { oneOfEach } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startAppOver(memoryPorts))

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

test('a cursor of a search is a place in its order, today and at any moment', async () => {
  const ann = await newTeam(app)
  const { site } = await oneOfEach(ann)
  for (const name of ['1', '2', '3'].map((n) => `Quay ${n}`)) {
    await ann.request('POST', '/api/client', { json: { name } })
    const form = new FormData()
    form.append('site_id', site)
    form.append('name', name)
    form.append('file', fileOf(`${name}.pdf`, 'application/pdf'))
    expect((await ann.request('POST', '/api/file', { form })).status).toBe(201)
  }
  const position = (await ann.request('GET', '/api/clients')).headers.get('x-position')

  for (const [noun, order] of [
    ['clients', ['Quay 1', 'Quay 2', 'Quay 3']],
    ['files', ['Quay 3', 'Quay 2', 'Quay 1']],
  ] as const) {
    for (const moments of [
      ['', `&as_of=${position}`, ''],
      [`&as_of=${position}`, '', `&as_of=${position}`],
    ]) {
      const found: string[] = []
      let cursor = ''
      for (const moment of moments) {
        const { body, headers } = await ann.request('GET', `/api/${noun}/search/quay?limit=1${cursor}${moment}`)
        found.push(...(body as { name: string }[]).map(({ name }) => name))
        const [, next] = /[?&](cursor=[^&>]+)/.exec(headers.get('link') ?? '') ?? []
        cursor = `&${next}`
      }
      expect(found).toEqual(order)
    }
  }
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
  const signedIn = await app.guest().request('POST', '/login?as_of=2026-01-01', { json: {} })
  expect(signedIn.body).toMatchObject({ errors: { as_of: ['The past can’t be changed.'] } })
})

test('a day is its end, today is now, and an instant in any offset is told as what it stands for', async () => {
  const ann = await newTeam(app)
  const shown = async (asOf: string) =>
    (await ann.request('GET', `/api/clients?as_of=${encodeURIComponent(asOf)}`)).headers.get('x-as-of')
  const now = new Date()
  const day = now.toISOString().slice(0, 10)

  expect(Date.parse((await shown(day)) ?? '')).toBeGreaterThanOrEqual(now.getTime())
  expect(await shown(now.toISOString().replace('Z', '+00:00'))).toBe(now.toISOString())
  const pages = await ann.request('GET', `/api/clients/search/a?as_of=${day}`)
  expect(pages.headers.get('x-search')).toBe('names')
})

test('a file that was deleted for good stands in the lists of before, and its content is gone', async () => {
  const ann = await newTeam(app)
  const { file: id } = await oneOfEach(ann)
  const listed = await ann.call(listFiles)
  const [{ sha256 } = { sha256: '' }] = listed.body
  const position = listed.headers.get('x-position')
  const contents = ['preview', 'download', 'versions/1/preview', 'versions/1/download']
  const bytes = await ann.request('GET', `/file/${id}/download?as_of=${position}`)
  expect([bytes.status, bytes.body]).toEqual([200, await fileOf('plan.pdf', 'application/pdf').text()])
  const deleted = await ann.request('DELETE', `/api/file/${id}`)
  const trashId = deleted.headers.get('x-trash-id') as never
  const about = { fileId: id as never, teamId: ann.teamId, trashId }
  const context = contextOf(ann.teamId, null)

  await app.ports.content.remove(ann.teamId, sha256 as never, Number.POSITIVE_INFINITY)
  const purge = { type: 'PurgeFile', ...about } as const
  const { position: purged } = await handle(app.ledger, fileDecider, fileStream(about.fileId), purge, context)
  await app.ports.projector.reached(purged ?? '', 60_000, ['past'])

  const withoutThumbnails = listed.body.map((each) => ({ ...each, thumbnail_state: 'failed' }))
  expect((await ann.request('GET', `/api/files?as_of=${position}`)).body).toEqual(withoutThumbnails)
  for (const each of contents) {
    const { status, body } = await ann.request('GET', `/file/${id}/${each}?as_of=${position}`)
    const message = expect.stringMatching(/^This file was deleted for good on \d\d\/\d\d\/\d{4} at \d\d:\d\d\.$/)
    expect([each, status, body]).toEqual([each, 410, { message }])
    expect((await ann.request('GET', `/file/${id}/${each}`)).status).toBe(404)
  }
})

test('the frame of a preview shows the version of its moment', async () => {
  const answer = await fetch(`${app.url}/file/${newFileId()}/frame?type=application/pdf&at=31/03/2026`)

  expect(await answer.text()).toContain('<object data="preview?as_of=31%2F03%2F2026" type="application/pdf"')
})
