import { describe, expect } from 'vitest'
import { sampleCounts, sampleSteps } from '#api/domain/sample/sample-set.ts'
import { Plans } from '#schemas/billing/plans.ts'
import { resources } from '#schemas/nouns.ts'
import { listCategories } from '#schemas/resources/categories.ts'
import { addClient, deleteClient, listClients } from '#schemas/resources/clients.ts'
import { listDocuments, renameDocument } from '#schemas/resources/documents.ts'
import { addField, listFields, updateField } from '#schemas/resources/fields.ts'
import { listFiles, updateFile } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { showOverview } from '#schemas/resources/overview.ts'
import { addSample, showSample, undoSample } from '#schemas/resources/sample.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { createTeam } from '#schemas/resources/teams.ts'
import { listTrash, restoreTrash } from '#schemas/resources/trash.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam, registration } from '#tests/support/teams.ts'

const plans = Plans.parse([
  { id: 'free', name: 'Free', price: 0, interval: 'monthly', type: 'team', attributes: { sites: 3 } },
])

describe('sample data', () => {
  const { app, test } = sharedApp({ env: { plans } })

  const counts = async (who: Member) => {
    const totals = await Promise.all(
      [listClients, listSites, listVisits, listFiles, listDocuments].map(async (list) =>
        Number((await who.call(list, { query: { limit: 1 } })).headers.get('x-total-count')),
      ),
    )
    return totals.join(' ')
  }
  const whole = '12 60 90 150 6'
  const status = (who: Member) => who.ask(showSample)
  const offered = async (who: Member) => (await who.ask(showOverview, { query: {} })).offers_sample

  test('is added once, by two who ask at once, told by its progress, and removed whole; then it may come again', async () => {
    const ann = await newTeam(app)
    const bob = await newMember(app, ann, 'admin')
    expect(await status(ann)).toEqual({ status: 'none', offered: true })
    expect(await offered(bob)).toBe(true)

    const lines = ann.request('POST', addSample.path, { headers: { accept: 'application/x-ndjson' }, json: {} })
    const [told, answer] = await Promise.all([lines, bob.call(addSample)])

    const last = String(told.body)
      .trim()
      .split('\n')
      .slice(-2)
      .map((line) => JSON.parse(line))
    expect(last).toEqual([
      { progress: { done: sampleSteps, total: sampleSteps } },
      { outcome: sampleCounts, position: expect.any(String) },
    ])
    expect(answer.body).toEqual(sampleCounts)
    expect(await counts(ann)).toBe(whole)
    expect(await ann.ask(listCategories)).toHaveLength(5)
    const heating = (await ann.ask(listFields)).find(({ name }) => name === 'Heating')
    expect(await ann.ask(listFields)).toHaveLength(8)
    const gas = `${heating?.options[0]?.id}`
    expect(await ann.ask(listSites, { query: { field: { [heating?.id ?? '']: gas }, limit: 1 } })).toMatchObject([
      { fields: { [heating?.id ?? '']: gas } },
    ])
    expect(await status(ann)).toEqual({ status: 'added', offered: false })
    expect(await offered(ann)).toBe(false)
    expect(await ann.ask(addSample)).toEqual(sampleCounts)
    expect(await counts(ann)).toBe(whole)
    const [newest] = await ann.ask(listHistory)
    expect(newest?.summary).toBe('Added sample data')
    const expired = await ann.call(listFiles, { query: { expires: 'expired', limit: 1 } })
    expect(Number(expired.headers.get('x-total-count'))).toBeGreaterThan(0)

    expect(await bob.ask(undoSample)).toEqual({ deleted: 333, kept: 0, kept_records: [] })

    expect(await counts(ann)).toBe('0 0 0 0 0')
    expect(await ann.ask(listCategories)).toEqual([])
    expect(await status(ann)).toEqual({ status: 'removed', offered: true })
    expect(await ann.ask(listFields)).toEqual([])
    expect((await ann.ask(undoSample)).deleted).toBe(333)
    const [first] = await ann.ask(listHistory)
    expect(first?.summary).toBe('Removed the sample data')
    const entries = await ann.ask(listTrash)
    expect(entries.map(({ name, record_id }) => [name, record_id])).toEqual([['Sample data', null]])
    await ann.call(restoreTrash, { params: { id: entries[0]?.id ?? '' } })
    expect(await counts(ann)).toBe(whole)
    expect((await ann.ask(listCategories)).length).toBeGreaterThan(0)
    expect(await ann.ask(listTrash)).toEqual([])
    expect(await status(ann)).toEqual({ status: 'removed', offered: false })
  })

  test('keeps what people have worked on, and says so', async ({ ann }) => {
    await ann.call(addSample)
    const [edited] = await ann.ask(listFiles, { query: { limit: 1 } })
    if (!edited) throw new Error('There are no files')
    await ann.call(updateFile, { params: { id: edited.id }, body: { ...edited, name: 'Ours', categories: [] } })
    const [paper] = await ann.ask(listDocuments, { query: { limit: 1 } })
    const handbook = { ...paper, name: 'Our handbook' }
    await ann.call(renameDocument, { params: { id: paper?.id ?? '' }, body: handbook })
    const clients = await ann.ask(listClients)
    const other = clients.find(({ name }) => name !== edited.site.client_name)
    const gone = clients.find(({ id, name }) => id !== other?.id && name !== edited.site.client_name)
    await ann.call(addSite, { body: { name: 'Our own', client_id: other?.id ?? '' } })
    await ann.call(deleteClient, { params: { id: gone?.id ?? '' } })

    const { deleted, kept, kept_records } = await ann.ask(undoSample)

    const names = kept_records.map(({ kind, name }) => `${kind} ${name}`)
    expect(names).toEqual(
      expect.arrayContaining([
        `clients ${other?.name}`,
        'files Ours',
        'documents Our handbook',
        `sites ${edited.site.name}`,
      ]),
    )
    expect(kept).toBe(kept_records.length)
    expect(kept).toBeLessThanOrEqual(6)
    expect((await ann.ask(listSites)).map(({ name }) => name).toSorted()).toEqual(
      ['Our own', edited.site.name].toSorted(),
    )
    const left = (await ann.ask(listFiles)).map(({ name }) => name)
    expect([left, deleted > 280]).toEqual([['Ours'], true])
    expect((await ann.refused(addSample)).status).toBe(409)
  })

  test('leaves fields of the team alone, and keeps its own that are used by then', async ({ ann }) => {
    const meter = await ann.ask(addField, { body: { of: 'sites', name: 'gas METER', kind: 'number' } })
    await ann.call(addSample)
    const fields = await ann.ask(listFields)
    expect(fields).toHaveLength(8)
    const [site] = await ann.ask(listSites, { query: { limit: 1 } })
    expect(site?.fields[meter.id]).toBeUndefined()
    expect(Object.keys(site?.fields ?? {}).every((id) => fields.some((field) => field.id === id))).toBe(true)
    const field = (name: string) => fields.find((each) => each.name === name)
    const { id: client_id } = await ann.ask(addClient, { body: { name: 'Ours' } })
    const access = field('Access')?.id ?? ''
    await ann.call(addSite, { body: { name: 'Our own', client_id, fields: { [access]: 'Ring twice' } } })
    const keys = { ...field('Keys held'), name: 'Keys with us' }
    await ann.call(updateField, { params: { id: keys.id ?? '' }, body: keys } as never)

    await ann.call(undoSample)

    expect((await ann.ask(listFields)).map(({ name }) => name)).toEqual(['gas METER', 'Keys with us', 'Access'])
    expect((await ann.ask(listSites)).map((each) => each.fields)).toEqual([{ [access]: 'Ring twice' }])
  })

  test('is refused with a sentence to a team that is not empty, or whose plan has no room', async ({ ann }) => {
    const { id } = await ann.ask(addClient, { body: { name: 'Acme' } })

    expect(await ann.refused(addSample)).toMatchObject({
      status: 409,
      body: { message: 'Sample data can only be added to a team that has no clients, documents or categories.' },
    })
    expect((await status(ann)).offered).toBe(false)
    expect((await ann.refused(undoSample)).status).toBe(404)
    await ann.call(deleteClient, { params: { id } })
    expect((await status(ann)).offered).toBe(true)

    await ann.call(createTeam, { body: { name: 'Second', slug: registration().team_slug } })
    expect(await ann.refused(addSample)).toMatchObject({
      status: 409,
      body: { message: 'The sample data has 60 sites, and your plan has room for 3 sites.' },
    })
    expect(await counts(ann)).toBe('0 0 0 0 0')
  })

  test('is for whoever may import, and create and delete all that it has, in the whole team', async () => {
    const ann = await newTeam(app)
    const editor = await newMember(app, ann, 'editor')
    const flagged = await newMember(app, ann, 'admin', { abilities: { files: { delete: false } } })

    const deleting = Object.fromEntries(resources.map((each) => [each, { delete: true }]))
    const able = await newMember(app, ann, 'editor', { abilities: deleting })

    for (const who of [editor, flagged, able]) expect(await offered(who)).toBe(false)
    for (const who of [editor, flagged, able])
      for (const call of [showSample, addSample, undoSample]) expect((await who.refused(call)).status).toBe(403)
    expect(await counts(ann)).toBe('0 0 0 0 0')
  })
})
