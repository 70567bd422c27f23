import { describe, expect } from 'vitest'
import { addCategory, type Category, deleteCategory, updateCategory } from '#schemas/resources/categories.ts'
import {
  listFiles,
  listFilesOfClient,
  listFilesOfSite,
  listFilesOfVisit,
  showFile,
  uploadFile,
} from '#schemas/resources/files.ts'
import { fileOf } from '#tests/support/files.ts'
import { newCategoryId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedSite } from '#tests/support/shared-app.ts'

describe('files and their categories', () => {
  const { test, ann, site, visit } = sharedSite()
  const fire = prepared(() => add('Fire'))
  const alarms = prepared(async () => add('Alarms', await add('Systems', fire)))
  const gas = prepared(() => add('Gas'))
  const add = (name: string, parent?: Category) =>
    ann.ask(addCategory, { body: { name, ...(parent ? { parent_id: parent.id } : {}) } })
  const upload = async (...categories: Category[]) => {
    const body = { site_id: site.id, visit_id: visit.id, categories: categories.map(({ id }) => id) }
    return await ann.ask(uploadFile, { body }, { file: fileOf('plan.pdf', 'application/pdf') })
  }
  const idsIn = async (category: string) =>
    (await ann.ask(listFiles, { query: { category } })).map(({ id }) => id).sort()

  test('[FILE-26] [FILE-27] are narrowed to one category and all below it', async () => {
    const inFire = await upload(fire)
    const inAlarms = await upload(alarms)
    const inBoth = await upload(alarms, gas)
    const inGas = await upload(gas)
    const inNone = await upload()

    expect(await idsIn(fire.id)).toEqual([inFire.id, inAlarms.id, inBoth.id].sort())
    expect(await idsIn(alarms.id)).toEqual([inAlarms.id, inBoth.id].sort())
    expect(await idsIn(gas.id)).toEqual([inBoth.id, inGas.id].sort())
    expect(await idsIn(newCategoryId())).toEqual([])
    expect((await ann.ask(listFiles)).map(({ id }) => id)).toContain(inNone.id)
  })

  test('are narrowed page by page, at every scope', async () => {
    const water = await add('Water')
    for (const _ of [1, 2, 3]) await upload(water)
    const query = { category: water.id, limit: 2 }

    const lists = [
      await ann.call(listFiles, { query }),
      await ann.call(listFilesOfClient, { params: { id: site.client_id }, query }),
      await ann.call(listFilesOfSite, { params: { id: site.id }, query }),
      await ann.call(listFilesOfVisit, { params: { id: visit.id }, query }),
    ]

    for (const { body, headers } of lists) {
      const next = headers.get('link')?.match(/<(.+)>; rel="next"/)?.[1] ?? ''
      expect([body.length, headers.get('x-total-count')]).toEqual([2, '3'])
      expect((await ann.request('GET', next)).body).toHaveLength(1)
    }
  })

  test('[CORE-06] show the name that a category has now, and are without one that was deleted (D-10)', async () => {
    const heating = await add('Heating')
    const boilers = await add('Boilers', heating)
    const { id } = await upload(boilers, gas)
    await ann.call(updateCategory, { params: { id: boilers.id }, body: { name: 'A boiler', slug: 'boilers' } })
    const shown = async () => (await ann.ask(showFile, { params: { id } })).categories

    expect(await shown()).toEqual([
      { id: boilers.id, name: 'A boiler' },
      { id: gas.id, name: 'Gas' },
    ])
    await ann.call(deleteCategory, { params: { id: heating.id } })

    expect(await shown()).toEqual([{ id: gas.id, name: 'Gas' }])
    expect(await idsIn(heating.id)).toEqual([])
  })

  test('take no category of another team', async ({ bob }) => {
    const theirs = await bob.ask(addCategory, { body: { name: 'Fire' } })
    const body = { site_id: site.id, categories: [theirs.id] }

    expect(await ann.invalid(uploadFile, { body }, { file: fileOf('plan.pdf', 'application/pdf') })).toEqual({
      categories: ['The selected category is invalid.'],
    })
  })
})
