import { expect, test } from 'vitest'
import type { CategoryId } from '#schemas/ids.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import { showCategoryDeletion, showClientDeletion, showSiteDeletion } from '#schemas/resources/deletions.ts'
import { updateFile } from '#schemas/resources/files.ts'
import { listTrash } from '#schemas/resources/trash.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'

const app = prepared(() => startApp())

test('what would be deleted with a client is what its deletion puts into the trash', async () => {
  const { ann, acme } = await teamWithRecords(app)

  const { contents } = await ann.ask(showClientDeletion, { params: { id: acme.id } })

  expect(contents).toEqual({ clients: 1, sites: 2, visits: 1, files: 2 })
  await ann.call(deleteClient, { params: { id: acme.id } })
  expect((await ann.ask(listTrash))[0]?.contents).toEqual(contents)
  expect((await ann.refused(showClientDeletion, { params: { id: acme.id } })).status).toBe(404)
})

test('what would be deleted with a site are its visits and files', async () => {
  const { ann, north } = await teamWithRecords(app)

  const { body } = await ann.call(showSiteDeletion, { params: { id: north.id } })

  expect(body.contents).toEqual({ sites: 1, visits: 1, files: 2 })
})

test('what would be deleted with a category are those below it, and files lose it', async () => {
  const { ann, beside } = await teamWithRecords(app)
  const added = (name: string, parent_id?: CategoryId) =>
    ann.ask(addCategory, { body: { name, ...(parent_id ? { parent_id } : {}) } })
  const fire = await added('Fire')
  const alarms = await added('Alarms', fire.id)
  const other = await added('Other')
  await ann.call(updateFile, { params: { id: beside.id }, body: { name: beside.name, categories: [alarms.id] } })
  const deletionOf = (id: CategoryId) => ann.ask(showCategoryDeletion, { params: { id } })

  expect(await deletionOf(fire.id)).toEqual({ contents: { categories: 2 }, file_count: 1 })
  expect(await deletionOf(other.id)).toEqual({ contents: { categories: 1 }, file_count: 0 })
})
