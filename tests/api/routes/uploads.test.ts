import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, vi } from 'vitest'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import { ClientId, SiteId } from '#schemas/ids.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { listFiles, listFilesOfVisit, showFile, uploadFile } from '#schemas/resources/files.ts'
import { addSite, deleteSite } from '#schemas/resources/sites.ts'
import { isVisible } from '#schemas/text/clean-name.ts'
import { showDate, today } from '#schemas/time/dates.ts'
import { appUrl } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { newCategoryId, newVisitId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedSite } from '#tests/support/shared-app.ts'

describe('an upload', () => {
  const { app, test, ann, site, visit, create } = sharedSite()
  const otherSite = prepared(() => create.site(site.client_id, 'South'))
  const fire = prepared(() => ann.ask(addCategory, { body: { name: 'Fire' } }))
  const alarms = prepared(() => ann.ask(addCategory, { body: { name: 'Alarms', parent_id: fire.id } }))
  const halfUploaded = () => readdir(join(app.dataDir, 'uploads'))

  afterEach(async () => expect(await halfUploaded()).toEqual([]))

  const upload = (file: File, body: object = {}) =>
    ann.call(uploadFile, { body: { site_id: site.id, ...body } }, { file })
  const refusedUpload = (file: File, body: object = {}) =>
    ann.invalid(uploadFile, { body: { site_id: site.id, ...body } }, { file })

  test('[API1-34] [ENT-04] [ENT-05] [ENT-06] hangs a file on a site and one of its visits', async () => {
    const file = fileOf('scan0001.pdf', 'application/pdf', { size: 1536 })

    const { status, body } = await upload(file, {
      name: 'Fire certificate',
      visit_id: visit.id,
      completed_at: '28/02/2026',
      categories: [alarms.id, fire.id, alarms.id],
      size: '7',
      type: 'image/png',
    })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Fire certificate',
      local_file_name: 'scan0001.pdf',
      size: 1536,
      type: 'application/pdf',
      mime_type: 'application/pdf',
      human_readable_size: '1.5 KB',
      thumbnail_url: null,
      thumbnail_state: 'pending',
      visit_id: visit.id,
      visit_name: 'Spring',
      site_id: site.id,
      site: { id: site.id, name: 'North', client_id: site.client_id, client_name: 'Acme' },
      categories: [
        { id: alarms.id, name: 'Alarms' },
        { id: fire.id, name: 'Fire' },
      ],
      completed_at: '28/02/2026',
      created_by_user: { name: 'Ann' },
    })
    const { same_as: _, ...shown } = body
    expect(await ann.ask(showFile, { params: { id: body.id } })).toEqual(shown)
    expect(await ann.ask(listFilesOfVisit, { params: { id: visit.id } })).toEqual([shown])
  })

  test('[VAL-11] [VAL-12] is named after its file and completed today where nothing else is said', async () => {
    const before = showDate(today(new Date(), 'Europe/London'))

    const { body } = await upload(fileOf('fire.plan.PDF', 'application/pdf'), {
      name: ' ',
      completed_at: '',
      visit_id: '',
    })

    expect(body).toMatchObject({ name: 'fire.plan', local_file_name: 'fire.plan.PDF', visit_id: null })
    expect([before, showDate(today(new Date(), 'Europe/London'))]).toContain(body.completed_at)
  })

  test('cuts a name that no file could have', async () => {
    const { body } = await upload(fileOf(`${'n'.repeat(300)}.pdf`, 'application/pdf'))

    expect(body.name).toBe('n'.repeat(255))
  })

  test.each([
    ['an undeclared type', fileOf('a.gif', 'image/gif')],
    ['a script', fileOf('a.html', 'text/html')],
    ['a picture said to be a PDF', fileOf('a.pdf', 'application/pdf', { begins: 'image/png' })],
    ['a JPEG said to be a PNG', fileOf('a.png', 'image/png', { begins: 'image/jpeg' })],
    ['a text said to be a PDF', fileOf('a.pdf', 'application/pdf', { begins: 'nothing' })],
    ['nothing', fileOf('a.pdf', 'application/pdf', { size: 0 })],
    ['no type', fileOf('a.pdf', '', { begins: 'application/pdf' })],
  ])('[VAL-03] refuses %s', async (_, file) => {
    expect(await refusedUpload(file)).toEqual({ file: ['Invalid file type.'] })
  })

  test.each([
    ['evil.html', 'image/png', 'evil.html.png'],
    ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf.exe.pdf'],
    ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
    ['README', 'application/pdf', 'README.pdf'],
    ['Caf\ufffd.pdf', 'application/pdf', 'Caf\ufffd.pdf'],
    ['fdp.\u202eexe.pdf', 'application/pdf', 'fdp.exe.pdf'],
    ['\u200b', 'application/pdf', 'file.pdf'],
    ['../../etc/passwd.pdf', 'application/pdf', 'passwd.pdf'],
    ['Übersicht – 東京.pdf', 'application/pdf', 'Übersicht – 東京.pdf'],
    ['naïve "quoted" name.pdf', 'application/pdf', 'naïve "quoted" name.pdf'],
    ["it's 100%.pdf", 'application/pdf', "it's 100%.pdf"],
    ['new%0Aline.pdf', 'application/pdf', 'new line.pdf'],
    ['👩‍🚒.pdf', 'application/pdf', '👩‍🚒.pdf'],
  ])('[D-103] is stored under a name that ends as its bytes are: %j', async (sent, type, kept) => {
    const { body } = await upload(fileOf(sent, type))

    expect(body.local_file_name).toBe(kept)
    expect(isVisible(body.name)).toBe(true)
  })

  test('[VAL-07] [VAL-08] [CONST1-01] takes 8 MB and not a byte more', async () => {
    const { body } = await upload(fileOf('large.pdf', 'application/pdf', { size: 8_388_608 }))
    expect(body.human_readable_size).toBe('8 MB')

    const tooLarge = { file: ['File size exceeds limit of 8 MB.'] }
    expect(await refusedUpload(fileOf('a.pdf', 'application/pdf', { size: 8_388_609 }))).toEqual(tooLarge)
    // What is longer still is cut off before it is read.
    const file = fileOf('a.pdf', 'application/pdf', { size: 30_000_000 })
    const cutOff = await ann.refused(uploadFile, { body: { site_id: site.id } }, { file })
    expect(cutOff).toMatchObject({ status: 413, body: { errors: tooLarge } })
  })

  test('[VAL-32] [VAL-28] [VAL-29] [VAL-31] says which field is wrong', async () => {
    const pdf = fileOf('a.pdf', 'application/pdf')
    expect(await ann.invalid(uploadFile, { body: { site_id: site.id } })).toEqual({
      file: ['The file field is required.'],
    })
    expect(await refusedUpload(pdf, { site_id: '' })).toEqual({ site_id: ['The site field is required.'] })
    expect(await refusedUpload(pdf, { site_id: newVisitId() })).toEqual({ site_id: ['The selected site is invalid.'] })
    expect(await refusedUpload(pdf, { visit_id: 'x' })).toEqual({ visit_id: ['The selected visit is invalid.'] })
    expect(await refusedUpload(pdf, { completed_at: '31/02/2026' })).toEqual({
      completed_at: ['The completion date is not a valid date.'],
    })
  })

  test.each(['x', newCategoryId(), ''])('[VAL-30] takes no category that the team has not: %j', async (id) => {
    expect(await refusedUpload(fileOf('a.pdf', 'application/pdf'), { categories: [fire.id, id] })).toEqual({
      categories: ['The selected category is invalid.'],
    })
  })

  test('takes no visit of another site, nor one that never was', async () => {
    const pdf = fileOf('a.pdf', 'application/pdf')
    const invalid = { visit_id: ['The selected visit is invalid.'] }

    expect(await refusedUpload(pdf, { site_id: otherSite.id, visit_id: visit.id })).toEqual(invalid)
    expect(await refusedUpload(pdf, { visit_id: newVisitId() })).toEqual(invalid)
  })

  test.each([2, 51])('of %d files where one is asked for says so', async (files) => {
    const form = new FormData()
    form.append('site_id', site.id)
    for (let n = 0; n < files; n += 1) form.append('file', fileOf(`${n}.pdf`, 'application/pdf'))

    const { status, body } = await ann.request('POST', '/api/file', { form })

    expect([status, body]).toMatchObject([422, { errors: { file: ['Only one can be uploaded.'] } }])
  })

  test('takes a PDF with up to 1,024 bytes before its header, as viewers do', async () => {
    const behind = (before: string) => new File([before, '%PDF-1.7\n'], 'late.pdf', { type: 'application/pdf' })
    const refused = { file: ['Invalid file type.'] }

    expect((await upload(behind('\n'.repeat(1024)))).body).toMatchObject({ mime_type: 'application/pdf' })
    expect(await refusedUpload(behind('\n'.repeat(1025)))).toEqual(refused)
    expect(await refusedUpload(behind('<html>'))).toEqual(refused)
  })

  const fileHead =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7 '
  /** A request of that many bytes, of which nothing is sent yet. */
  const uploading = (length: number) => {
    const whose = { cookie: ann.cookie() ?? '', origin: appUrl }
    const headers = { ...whose, 'content-type': 'multipart/form-data; boundary=x', 'content-length': length }
    return request(`${app.url}/api/file`, { method: 'POST', headers })
  }

  describe('whose file takes its time', () => {
    /** Begins an upload to the site, and waits until site and client were read; `end` sends the rest. */
    const begin = async (siteId: string) => {
      const read = vi.spyOn(app.ledger, 'read')
      const field = `--x\r\ncontent-disposition: form-data; name="site_id"\r\n\r\n${siteId}\r\n`
      const rest = 'rest\r\n--x--\r\n'
      const sending = uploading(field.length + fileHead.length + rest.length)
      const answered = once(sending, 'response')
      sending.write(field + fileHead)
      const streams = [siteStream(SiteId.parse(siteId)), clientStream(ClientId.parse(site.client_id))]
      const timesRead = () => streams.map((stream) => read.mock.calls.filter(([each]) => each === stream).length)
      while (!timesRead().every((times) => times > 0)) await ann.request('GET', '/health')
      const end = async (): Promise<number | undefined> => {
        sending.end(rest)
        const [answer] = (await answered) as [IncomingMessage]
        answer.resume()
        return answer.statusCode
      }
      return { end, timesRead }
    }
    afterEach(() => vi.restoreAllMocks())

    test('reads its site and client meanwhile, once', async () => {
      const { end, timesRead } = await begin(site.id)

      expect(await end()).toBe(201)
      expect(timesRead()).toEqual([1, 1])
    })

    test('reads them again when the file took longer', async () => {
      const { id } = await ann.ask(addSite, { body: { name: 'Short-lived', client_id: site.client_id } })
      const { end } = await begin(id)
      await ann.call(deleteSite, { params: { id } })
      const now = performance.now()
      vi.spyOn(performance, 'now').mockReturnValue(now + 1001)

      expect(await end()).toBe(422)
    })
  })

  test('that breaks off leaves nothing behind', async () => {
    const before = (await ann.call(listFiles)).headers.get('x-total-count')
    const sending = uploading(4_000_000)
    sending.on('error', () => {})
    const closed = new Promise((resolve) => sending.once('close', resolve))
    sending.write(fileHead + 'x'.repeat(2_000_000))
    while ((await halfUploaded()).length === 0) await ann.request('GET', '/health')

    sending.destroy()
    await closed
    while ((await halfUploaded()).length > 0) await ann.request('GET', '/health')

    expect((await ann.call(listFiles)).headers.get('x-total-count')).toBe(before)
    expect(app.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})
