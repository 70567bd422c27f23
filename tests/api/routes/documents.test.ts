import { describe, expect } from 'vitest'
import {
  type Document,
  deleteDocument,
  listDocuments,
  renameDocument,
  showDocument,
  uploadDocument,
  viewDocument,
} from '#schemas/resources/documents.ts'
import { showDate, today } from '#schemas/time/dates.ts'
import { pathOf } from '#tests/support/caller.ts'
import { fileOf } from '#tests/support/files.ts'
import { newCommandId, newDocumentId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import type { Member } from '#tests/support/teams.ts'

describe('documents', () => {
  const { test } = sharedApp()

  const pdf = (name = 'handbook.pdf', size = 100) => fileOf(name, 'application/pdf', { size })
  const upload = (who: Member, file = pdf(), body: { name?: string; id?: string } = {}) =>
    who.ask(uploadDocument, { body }, { file })
  const idsOf = async (who: Member) => (await who.ask(listDocuments)).map(({ id }) => id)

  test('[API1-40] [API1-38] [ENT-07] [VAL-12] are uploaded and listed, dated today', async ({ ann }) => {
    const day = () => showDate(today(new Date(), 'Europe/London'))
    const before = day()

    const { status, body, headers } = await ann.call(
      uploadDocument,
      { body: { name: 'Staff handbook' } },
      { file: pdf('handbook v2.pdf', 2048) },
    )

    expect([status, headers.get('etag')]).toEqual([201, '"0"'])
    expect(body).toMatchObject({
      name: 'Staff handbook',
      local_file_name: 'handbook v2.pdf',
      size: 2048,
      type: 'application/pdf',
      mime_type: 'application/pdf',
      human_readable_size: '2 KB',
    })
    expect([before, day()]).toContain(body.completed_at)
    expect(await ann.ask(listDocuments)).toEqual([body])
    expect(await ann.ask(showDocument, { params: { id: body.id } })).toEqual(body)
  })

  test('[VAL-11] are named after their files where no name is given, and keep an id that is', async ({ ann }) => {
    const id = newDocumentId()

    expect(await upload(ann, pdf('fire.plan.PDF'), { id })).toMatchObject({ id, name: 'fire.plan' })
  })

  test.for([
    ['a type that is not allowed', fileOf('a.gif', 'image/gif')],
    ['a picture said to be a PDF', fileOf('a.pdf', 'application/pdf', { begins: 'image/png' })],
  ] as const)('[VAL-02] [VAL-05] refuse %s', async ([_, file], { ann }) => {
    expect(await ann.invalid(uploadDocument, {}, { file })).toEqual({ document: ['Invalid document type.'] })
    expect(await idsOf(ann)).toEqual([])
  })

  test('[VAL-07] [VAL-09] take 8 MB and not a byte more', async ({ ann }) => {
    expect((await upload(ann, pdf('a.pdf', 8_388_608))).human_readable_size).toBe('8 MB')
    expect(await ann.invalid(uploadDocument, {}, { file: pdf('a.pdf', 8_388_609) })).toEqual({
      document: ['Document size exceeds limit of 8 MB.'],
    })
    expect(await ann.invalid(uploadDocument)).toEqual({ document: ['The document field is required.'] })
  })

  const sendMany = (who: Member, files: File[], names: string[] = [], headers: Record<string, string> = {}) => {
    const form = new FormData()
    for (const name of names) form.append('name[]', name)
    for (const file of files) form.append('document[]', file)
    return who.request('POST', '/api/documents', { form, headers })
  }

  test('[API1-41] are uploaded many at once, each with its own name', async ({ ann }) => {
    const headers = { 'idempotency-key': newCommandId() as string }

    const { status, body } = await sendMany(ann, [pdf('one.pdf'), pdf('two.pdf')], ['First'], headers)

    const documents = body as Document[]
    expect([status, documents.map(({ name }) => name)]).toEqual([201, ['First', 'two']])
    expect((await idsOf(ann)).sort()).toEqual(documents.map(({ id }) => id).sort())
    expect((await sendMany(ann, [pdf('one.pdf'), pdf('two.pdf')], ['First'], headers)).body).toEqual(documents)
    expect(await idsOf(ann)).toHaveLength(2)
  })

  test('[VAL-06] [VAL-09] of which one is wrong are not uploaded at all', async ({ ann }) => {
    const { status, body } = await sendMany(ann, [pdf(), fileOf('a.gif', 'image/gif'), pdf('large.pdf', 8_388_609)])

    expect([status, (body as { errors: unknown }).errors]).toEqual([
      422,
      { 'document.1': ['Invalid document type'], 'document.2': ['Document size exceeds limit of 8 MB.'] },
    ])
    expect((await sendMany(ann, [pdf(), pdf()], ['a', 'b'.repeat(256)])).body).toHaveProperty(['errors', 'name.1'])
    expect(await idsOf(ann)).toEqual([])
  })

  test('[API1-42] are renamed, and nothing else of them changes', async ({ ann }) => {
    const document = await upload(ann)
    const params = { id: document.id }

    const { body } = await ann.call(renameDocument, { params, body: { name: 'Manual' } })

    expect(body).toEqual({ ...document, name: 'Manual', revision: '1' })
    expect(await ann.ask(showDocument, { params })).toEqual(body)
    expect(await ann.invalid(renameDocument, { params, body: { name: ' ' } })).toEqual({
      name: ['The name field is required.'],
    })
  })

  test('[API1-43] are deleted, with all that shows them', async ({ ann }) => {
    const kept = await upload(ann)
    const gone = await upload(ann)
    const params = { id: gone.id }

    expect((await ann.call(deleteDocument, { params })).status).toBe(204)

    expect(await idsOf(ann)).toEqual([kept.id])
  })

  test('[PAGE-16] are viewed inline under their name, as hostile content is', async ({ ann }) => {
    const file = pdf('handbook.pdf', 5000)
    const { id } = await upload(ann, file, { name: 'Manual' })

    const answer = await ann.request('GET', pathOf(viewDocument, { params: { id } }), {
      headers: { accept: 'text/html' },
    })

    expect([answer.status, answer.body]).toEqual([200, await file.text()])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename=Manual.pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    })
  })
})
