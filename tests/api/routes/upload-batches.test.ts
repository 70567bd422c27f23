import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import { addCategory } from '#schemas/resources/categories.ts'
import { type AddedFile, listFiles, listFilesOfVisit, type SiteFile } from '#schemas/resources/files.ts'
import { fileOf } from '#tests/support/files.ts'
import { newCategoryId, newCommandId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedSite } from '#tests/support/shared-app.ts'

describe('an upload of several files', () => {
  const { app, test, ann, site, visit } = sharedSite()
  const fire = prepared(() => ann.ask(addCategory, { body: { name: 'Fire' } }))
  afterEach(async () => expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([]))

  const pdf = (name = 'plan.pdf', size = 100) => fileOf(name, 'application/pdf', { size })
  const formOf = (files: readonly File[], fields: readonly (readonly [string, string])[] = []): FormData => {
    const form = new FormData()
    form.append('site_id', site.id)
    for (const [name, value] of fields) form.append(name, value)
    for (const file of files) form.append('file[]', file)
    return form
  }
  const send = (form: FormData, headers: Record<string, string> = {}) =>
    ann.request('POST', '/api/files', { form, headers })
  const errorsOf = async (form: FormData) => {
    const { status, body } = await send(form)
    expect(status).toBe(422)
    return (body as { errors?: unknown }).errors
  }
  const count = async () => (await ann.call(listFiles)).headers.get('x-total-count')

  test('[API1-35] hangs them all on one place, each with its own name and date, in the order sent', async () => {
    const form = formOf(
      [pdf('one.pdf'), fileOf('two.png', 'image/png'), pdf('three.pdf')],
      [
        ['name[]', 'First'],
        ['name[]', ''],
        ['completed_at[]', '01/02/2026'],
        ['completed_at[]', '2026-02-03'],
        ['categories[]', fire.id],
        ['visit_id', visit.id],
      ],
    )

    const { status, body } = await send(form)

    const files = body as SiteFile[]
    const [{ completed_at: today } = { completed_at: '' }] = files.slice(2)
    expect(status).toBe(201)
    expect(files.map(({ name, completed_at }) => [name, completed_at])).toEqual([
      ['First', '01/02/2026'],
      ['two', '03/02/2026'],
      ['three', today],
    ])
    expect(today).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    for (const file of files) {
      expect(file).toMatchObject({ visit_id: visit.id, categories: [{ id: fire.id, name: 'Fire' }] })
    }
    const listed = await ann.ask(listFilesOfVisit, { params: { id: visit.id } })
    const shown = (body as AddedFile[]).map(({ same_as: _, ...file }) => file)
    expect(listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(shown.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  })

  test('[VAL-04] [VAL-08] names every file that is wrong by its place, and keeps none of them', async () => {
    const before = await count()
    const lying = fileOf('b.pdf', 'application/pdf', { begins: 'image/png' })

    expect(await errorsOf(formOf([fileOf('a.gif', 'image/gif'), pdf(), lying]))).toEqual({
      'file.0': ['Invalid file type'],
      'file.2': ['Invalid file type'],
    })
    expect(await errorsOf(formOf([pdf(), pdf('large.pdf', 8_388_609), pdf(), pdf('huge.pdf', 20_000_000)]))).toEqual({
      'file.1': ['File size exceeds limit of 8 MB.'],
      'file.3': ['File size exceeds limit of 8 MB.'],
    })
    expect(await count()).toBe(before)
  })

  test('names what is wrong beside the files, by its place', async () => {
    const before = await count()
    const names = [
      ['name[]', 'a'],
      ['name[]', 'b'],
      ['name[]', 'c'.repeat(256)],
    ] as const

    expect(await errorsOf(formOf([pdf(), pdf(), pdf()], names))).toEqual({
      'name.2': ['The name may not be greater than 255 characters.'],
    })
    expect(await errorsOf(formOf([pdf()], [['completed_at[]', '31/02/2026']]))).toEqual({
      'completed_at.0': ['The completion date is not a valid date.'],
    })
    expect(await errorsOf(formOf([pdf()], [['categories[]', newCategoryId()]]))).toEqual({
      categories: ['The selected category is invalid.'],
    })
    expect(await errorsOf(formOf([pdf()], [['visit_id', newCategoryId()]]))).toEqual({
      visit_id: ['The selected visit is invalid.'],
    })
    expect(await errorsOf(formOf([]))).toEqual({ file: ['The file field is required.'] })
    expect(await count()).toBe(before)
  })

  test('takes fifty and not one more (D-95)', async () => {
    const many = (files: number) => formOf(Array.from({ length: files }, (_, at) => pdf(`${at}.pdf`, 20)))

    expect(await errorsOf(many(51))).toEqual({ file: ['At most 50 can be uploaded at once.'] })
    const { status, body } = await send(many(50))

    expect([status, (body as SiteFile[]).map(({ name }) => name)]).toEqual([
      201,
      Array.from({ length: 50 }, (_, at) => String(at)),
    ])
  })

  test('sent again under its key is there once', async () => {
    const headers = { 'idempotency-key': newCommandId() as string }
    const first = await send(formOf([pdf('one.pdf'), pdf('two.pdf')]), headers)
    const after = await count()

    const again = await send(formOf([pdf('one.pdf'), pdf('two.pdf')]), headers)

    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await count()).toBe(after)
  })

  test.each(['name[999999999]', 'categories[4294967294]', 'completed_at[201]'])(
    'with a field %s is malformed, and nobody counts that far',
    async (field) => {
      expect((await send(formOf([pdf()], [[field, 'x']]))).status).toBe(400)
    },
  )

  test.each(['name[a]', 'categories[a][b]', '__proto__[name]', 'name[__proto__][x]', 'constructor[prototype][x]'])(
    'with an odd field %s is served or refused, and never fails',
    async (field) => {
      expect([201, 422]).toContain((await send(formOf([pdf()], [[field, 'x']]))).status)
    },
  )
})
