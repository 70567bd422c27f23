import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { fileStream } from '#api/event-store/streams.ts'
import type { FileId } from '#schemas/ids.ts'
import { showFile, uploadFile } from '#schemas/resources/files.ts'
import { fileOf, sha256Of } from '#tests/support/files.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { sharedSite } from '#tests/support/shared-app.ts'

describe('the content of a file', () => {
  const { app, test, ann, site } = sharedSite()

  const upload = (file: File, name?: string) =>
    ann.ask(uploadFile, { body: { site_id: site.id, ...(name ? { name } : {}) } }, { file })
  const get = (id: string, how: string, headers: Record<string, string> = {}) =>
    ann.request('GET', `/file/${id}/${how}`, { headers })
  const policy = expect.stringMatching(/default-src 'none'.*sandbox/)

  test('[CORE-09] is previewed inline and downloaded as an attachment, its bytes as they came', async () => {
    const file = fileOf('plan.pdf', 'application/pdf', { size: 5000 })
    const { id } = await upload(file)

    for (const [how, disposition] of [
      ['preview', 'inline; filename=plan.pdf'],
      ['download', 'attachment; filename=plan.pdf'],
    ] as const) {
      const answer = await get(id, how, { accept: 'text/html' })
      expect(answer.status).toBe(200)
      expect(answer.body).toBe(await file.text())
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': disposition,
        'content-length': '5000',
        'x-content-type-options': 'nosniff',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'accept-ranges': 'bytes',
      })
    }
  })

  test('[FILE-40] [FILE-41] is embedded by a page of its own, which runs nothing and loads nothing else', async () => {
    const { status, body, headers } = await get(newCommandId(), 'frame?type=application/pdf', { accept: 'text/html' })

    expect(status).toBe(200)
    expect(body).toContain('<object data="preview" type="application/pdf"')
    expect(body).toContain('<p>This browser does not support previewing of files.</p>')
    expect(body).not.toMatch(/<script|<link|<img|https?:/)
    const said = headers.get('content-security-policy') ?? ''
    expect(said.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "object-src 'self'"]))
    expect(said).toContain("base-uri 'none'; form-action 'none'; frame-ancestors 'self'")
    expect(said).not.toMatch(/script|unsafe|trusted/)
    expect((await get(newCommandId(), 'frame?type=text/html')).status).toBe(422)
  })

  test.each([
    [
      'plan.pdf',
      'Übersicht 東京',
      `filename="?bersicht ??.pdf"; filename*=UTF-8''%C3%9Cbersicht%20%E6%9D%B1%E4%BA%AC.pdf`,
    ],
    ['plan.pdf', 'Report 1/2', 'filename="Report 1-2.pdf"'],
    ['plan.pdf', 'a "quoted" one', 'filename="a \\"quoted\\" one.pdf"'],
    ['plan.PDF', 'plan.pdf', 'filename=plan.pdf'],
    ['plan.pdf', 'x\r\nset-cookie: a=b', 'filename="x set-cookie: a=b.pdf"'],
    ['README', 'Read me', 'filename="Read me.pdf"'],
    ['invoice.pdf.exe', 'invoice.pdf.exe', 'filename=invoice.pdf.exe.pdf'],
    ['evil.html', 'report', 'filename=report.pdf'],
    ['\u202efdp.exe\r\n', 'in\u202evoice', 'filename=invoice.pdf'],
  ])('of %s called %j is downloaded by that name', async (local, name, expected) => {
    const { id } = await upload(fileOf(local, 'application/pdf'), name)

    const disposition = (await get(id, 'download')).headers.get('content-disposition') ?? ''
    const latin = Buffer.from(disposition, 'latin1').toString('latin1')
    expect(latin.replace('Ü', '?')).toBe(`attachment; ${expected}`)
  })

  test('is served in ranges on request', async () => {
    const { id } = await upload(fileOf('plan.pdf', 'application/pdf', { size: 1000 }))

    const part = await get(id, 'preview', { range: 'bytes=0-3' })
    expect([part.status, part.body, part.headers.get('content-range')]).toEqual([206, '%PDF', 'bytes 0-3/1000'])
    const end = await get(id, 'preview', { range: 'bytes=-4' })
    expect([end.status, end.body]).toEqual([206, 'xxxx'])
  })

  test.each([
    [
      'is refused',
      1000,
      expect.objectContaining({ status: 503, body: { message: expect.stringContaining('not what was uploaded') } }),
    ],
    ['breaks off', 1_000_000, 'broken off'],
  ])('%s where it is not what was uploaded', async (_, size, outcome) => {
    const { id, sha256 } = await upload(fileOf('plan.pdf', 'application/pdf', { size }))
    const stored = join(app.dataDir, 'content', ann.teamId, sha256.slice(0, 2), sha256)
    await rm(stored)
    await writeFile(stored, Buffer.alloc(size, 'y'))

    expect(await get(id, 'download').catch(() => 'broken off')).toEqual(outcome)
  })

  test('has no part beyond its end', async () => {
    const { id } = await upload(fileOf('plan.pdf', 'application/pdf', { size: 1000 }))

    const answer = await get(id, 'download', { range: 'bytes=1000-' })

    expect([answer.status, answer.body]).toEqual([416, { message: 'The range cannot be satisfied.' }])
    expect(answer.headers.get('content-range')).toBe('bytes */1000')
    expect(answer.headers.get('content-disposition')).toBeNull()
  })

  test('has a thumbnail once one was made, kept for ever under its address', async () => {
    const { id } = await upload(fileOf('plan.png', 'image/png'))
    expect((await get(id, 'thumbnail')).status).toBe(404)
    const stream = fileStream(id)
    const [uploaded] = await app.ledger.read(stream)
    if (uploaded?.type !== 'FileUploaded') throw new Error('no upload')
    // The bytes that are there already stand for those of a thumbnail.
    const { content } = uploaded.data
    const thumbnail = { fileId: id, teamId: ann.teamId, of: content.hash, content, width: 4, height: 3 }
    const data = { ...thumbnail, mimeType: 'image/webp' } as const
    const seen = await recordEvent(app, stream, { type: 'ThumbnailMade', data })

    const file = await ann.call(showFile, { params: { id } }, seen)
    const answer = await ann.request('GET', file.body.thumbnail_url ?? '')

    expect(file.body.thumbnail_state).toBe('ready')
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy,
    })
  })

  test('whose bytes are not in the store is 503, and says what is missing', async () => {
    const file = fileOf('gone.pdf', 'application/pdf', { size: 777 })
    const { id }: { id: FileId } = await upload(file)
    const hash = await sha256Of(file)
    await rm(join(app.dataDir, 'content', ann.teamId, hash.slice(0, 2), hash))

    const answer = await get(id, 'download')

    const message = 'gone.pdf is known here, but its content is missing. Please tell whoever runs the service.'
    expect([answer.status, answer.body]).toEqual([503, { message }])
    expect(answer.headers.get('content-disposition')).toBeNull()
  })
})
