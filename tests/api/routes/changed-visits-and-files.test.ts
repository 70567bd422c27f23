import { describe, expect } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { fileStream } from '#api/event-store/streams.ts'
import { FileId } from '#schemas/ids.ts'
import { addCategory, deleteCategory } from '#schemas/resources/categories.ts'
import { deleteFile, showFile, updateFile } from '#schemas/resources/files.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { deleteVisit, listVisitsOfSite, showVisit, updateVisit } from '#schemas/resources/visits.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { newVisitId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import type { Member } from '#tests/support/teams.ts'

const day = '01/04/2026'

const { app, test } = sharedApp()

const fileOf = (who: Member, id: string) => who.ask(showFile, { params: { id } })
const countsOf = async (who: Member, id: string) => {
  const { visit_count, file_count } = await who.ask(showSite, { params: { id } })
  return [visit_count, file_count]
}

/** As a worker does. */
const drawThumbnail = async (id: string): Promise<void> => {
  const fileId = FileId.parse(id)
  const file = await load(app.ledger, fileDecider, fileStream(fileId))
  const content = file.status === 'none' ? undefined : file.versions[0]?.content
  if (file.status === 'none' || !content) throw new Error('There is no such file')
  const drawn = { content: { hash: hashOf('b'), size: 10 }, mimeType: 'image/webp', width: 640, height: 480 } as const
  const thumbnail = { fileId, teamId: file.teamId, of: content.hash, ...drawn }
  const command = { type: 'RecordThumbnail', thumbnail } as const
  await handle(app.ledger, fileDecider, fileStream(fileId), command, contextOf(file.teamId, null))
}

describe('a visit', () => {
  test('[API1-30] [ENT-03] [STATE-14] is changed, and moved with its files to another site', async () => {
    const { ann, zenith, north, east, spring, ofSpring } = await teamWithRecords(app)
    const body = { name: 'Autumn', site_id: east.id, started_at: '02/09/2026', ended_at: '2026-09-03', thumbnail: 'x' }

    const { status, body: changed } = await ann.call(updateVisit, { params: { id: spring.id }, body })

    expect(status).toBe(200)
    expect(changed).toMatchObject({
      name: 'Autumn',
      site_id: east.id,
      site_name: 'East',
      client_id: zenith.id,
      client_name: 'Zenith',
      started_at: '02/09/2026',
      ended_at: '03/09/2026',
      file_count: 1,
      revision: '2',
    })
    expect(await ann.ask(showVisit, { params: { id: spring.id } })).toEqual(changed)
    expect(await fileOf(ann, ofSpring.id)).toMatchObject({ site: { name: 'East', client_name: 'Zenith' } })
    expect([await countsOf(ann, north.id), await countsOf(ann, east.id)]).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  test('[VAL-33] [VAL-34] is refused dates that cannot be, and a site that is not there', async () => {
    const { ann, north, spring } = await teamWithRecords(app)
    const refused = async (changes: object) => {
      const body = { name: 'Spring', site_id: north.id, started_at: day, ended_at: day, ...changes }
      return await ann.invalid(updateVisit, { params: { id: spring.id }, body })
    }

    expect(await refused({ started_at: '31/02/2026' })).toEqual({ started_at: ['The start date is not a valid date.'] })
    expect(await refused({ ended_at: '01/03/2026' })).toEqual({
      ended_at: ['The end date must not be before the start date.'],
    })
    expect(await refused({ site_id: newVisitId() })).toEqual({ site_id: ['The selected site is invalid.'] })
  })

  test('[API1-31] [STATE-14] is deleted, and its files stay on the site without it (D-10)', async () => {
    const { ann, north, spring, ofSpring } = await teamWithRecords(app)

    const { status, headers } = await ann.call(deleteVisit, { params: { id: spring.id } })

    expect([status, headers.get('x-trash-id')]).toEqual([204, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(await ann.ask(listVisitsOfSite, { params: { id: north.id } })).toEqual([])
    expect(await fileOf(ann, ofSpring.id)).toMatchObject({ visit_id: null, visit_name: null, site_id: north.id })
    expect(await countsOf(ann, north.id)).toEqual([0, 2])
  })
})

describe('a file', () => {
  test('[API1-36] [ENT-05] [STATE-15] gets another name, visit, date and categories, and nothing else', async () => {
    const { ann, create, north, south, beside, spring } = await teamWithRecords(app)
    const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
    const params = { id: beside.id }
    const ignored = { file_path: 'elsewhere', size: '7', type: 'text/html', site_id: south.id }
    const body = { name: 'Plan', visit_id: spring.id, categories: [fire.id], completed_at: '02/03/2026', ...ignored }

    const changed = await ann.ask(updateFile, { params, body })

    expect(changed).toEqual({
      ...beside,
      name: 'Plan',
      visit_id: spring.id,
      visit_name: 'Spring',
      completed_at: '02/03/2026',
      categories: [{ id: fire.id, name: 'Fire' }],
      revision: '3',
    })
    expect(await fileOf(ann, beside.id)).toEqual(changed)
    const taken = await ann.ask(updateFile, { params, body: { name: 'Plan', visit_id: '', categories: [] } })
    expect(taken).toMatchObject({ visit_id: null, visit_name: null, categories: [], completed_at: '02/03/2026' })
    const later = await create.visit(north.id, 'Later')
    await ann.call(updateFile, { params, body: { name: 'Plan', visit_id: later.id } })
    expect(await fileOf(ann, beside.id)).toMatchObject({ visit_name: 'Later', site_id: north.id })
  })

  test('[STATE-15] opened before its thumbnail came is saved after, and is stale once somebody edited it (D-73)', async () => {
    const { ann, beside } = await teamWithRecords(app)
    const id = beside.id
    const seen = { headers: { 'if-match': `"${beside.revision}"` } }
    await drawThumbnail(id)

    expect((await ann.ask(updateFile, { params: { id }, body: { name: 'Mine' } }, seen)).revision).toBe('2')
    expect(await fileOf(ann, id)).toMatchObject({ revision: '2', thumbnail_url: `/file/${id}/thumbnail?v=1` })
    const late = await ann.refused(updateFile, { params: { id }, body: { name: 'Late' } }, seen)
    expect([late.status, late.headers.get('etag')]).toEqual([412, '"2"'])
  })

  test('[VAL-29] [VAL-30] [VAL-31] is refused a visit of another site, a category that is none, a bad date', async () => {
    const { ann, create, south, beside } = await teamWithRecords(app)
    const elsewhere = await create.visit(south.id, 'Elsewhere')
    const refused = (changes: object) =>
      ann.invalid(updateFile, { params: { id: beside.id }, body: { name: 'Plan', ...changes } })

    expect(await refused({ visit_id: elsewhere.id })).toEqual({ visit_id: ['The selected visit is invalid.'] })
    expect(await refused({ categories: [newVisitId()] })).toEqual({ categories: ['The selected category is invalid.'] })
    expect(await refused({ completed_at: '30/02/2026' })).toEqual({
      completed_at: ['The completion date is not a valid date.'],
    })
    expect(await refused({ name: ' ' })).toEqual({ name: ['The name field is required.'] })
  })

  test('keeps what it has in the trash when its form comes back without it (D-10)', async () => {
    const { ann, create, north } = await teamWithRecords(app)
    const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
    const gas = await ann.ask(addCategory, { body: { name: 'Gas' } })
    const visit = await create.visit(north.id, 'Gone')
    const file = await create.file(north.id, 'Kept', { visit_id: visit.id, categories: [fire.id, gas.id] })
    await ann.call(deleteVisit, { params: { id: visit.id } })
    await ann.call(deleteCategory, { params: { id: fire.id } })
    const before = await app.ledger.read(`file-${file.id}`)

    const shown = await fileOf(ann, file.id)
    const body = { name: shown.name, visit_id: shown.visit_id, categories: shown.categories.map(({ id }) => id) }
    const answer = await ann.ask(updateFile, { params: { id: file.id }, body })

    expect(answer).toMatchObject({ visit_id: null, categories: [{ id: gas.id }] })
    expect(await app.ledger.read(`file-${file.id}`)).toEqual(before)
  })

  test('[API1-37] [STATE-15] is deleted with its content out of reach', async ({ ann, records: { north, beside } }) => {
    const { headers } = await ann.call(deleteFile, { params: { id: beside.id } })

    expect(headers.get('x-trash-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect((await ann.refused(showFile, { params: { id: beside.id } })).status).toBe(404)
    expect(await countsOf(ann, north.id)).toEqual([1, 1])
  })
})
