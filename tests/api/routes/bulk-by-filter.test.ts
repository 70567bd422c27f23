import { describe, expect } from 'vitest'
import { SiteId } from '#schemas/ids.ts'
import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { today } from '#schemas/time/dates.ts'
import { pathOf } from '#tests/support/caller.ts'
import { newSiteId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newMember } from '#tests/support/teams.ts'

const day = '05/06/2026'

const { app, test: tests } = sharedApp()

/** Three files of the site North, of which one is on a visit, one of South, and one of East. */
const teamOfFiveFiles = async () => {
  const world = await teamWithRecords(app)
  const { ann, create, north, south, east } = world
  const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
  await create.file(north.id, 'Lease', { categories: [fire.id] })
  const roof = await create.file(south.id, 'Roof')
  await ann.call(changeFiles, { body: { ids: [roof.id], change: { expires_at: today(new Date(), 'Europe/London') } } })
  await create.file(east.id, 'Lift')
  return { ...world, fire }
}
const test = tests.extend('world', () => teamOfFiveFiles())

const dated = async (who: Member) =>
  (await who.ask(listFiles))
    .filter(({ completed_at }) => completed_at === day)
    .map(({ name }) => name)
    .sort()

const change = (who: Member, filter: object, count: number, wanted: object = { completed_at: day }) =>
  who.ask(changeFiles, { body: { filter, count, change: wanted } })

const refused = (who: Member, body: object) =>
  who.refused(changeFiles, { body: { change: { completed_at: day }, ...body } })
const invalid = (who: Member, body: object) =>
  who.invalid(changeFiles, { body: { change: { completed_at: day }, ...body } })

describe('a change of all that a list shows', () => {
  test('is of what its filters match, wherever the list is, and one undo takes it back', async () => {
    const { ann, acme, north, spring, fire } = await teamOfFiveFiles()
    for (const [filter, names] of [
      [{}, ['Beside', 'Lease', 'Lift', 'Of spring', 'Roof']],
      [{ client: acme.id }, ['Beside', 'Lease', 'Of spring', 'Roof']],
      [{ site: north.id, category: 'none' }, ['Beside', 'Of spring']],
      [{ visit: spring.id }, ['Of spring']],
      [{ category: fire.id, type: 'application/pdf', added_by: ann.userId }, ['Lease']],
      [{ expires: '30' }, ['Roof']],
      [{ search: 'north' }, ['Beside', 'Lease', 'Of spring']],
      [{ search: 'north', category: 'none', to: '31/12/2099' }, ['Beside', 'Of spring']],
    ] as const) {
      const { undo, files, changed } = await change(ann, filter, names.length)
      expect([files, changed]).toEqual([names.length, names.length])
      expect(await dated(ann)).toEqual(names)
      expect(await ann.ask(undoChange, { params: { undo } })).toEqual({ undone: names.length, left: [] })
      expect(await dated(ann)).toEqual([])
    }
  })

  test('deletes and labels as one, too', async ({ world: { ann, acme, fire } }) => {
    const labelled = await change(ann, { client: acme.id }, 4, { add_categories: [fire.id] })
    const deleted = await change(ann, { category: fire.id }, 4, { delete: true })

    expect([labelled.files, labelled.changed, deleted.changed]).toEqual([4, 3, 4])
    expect((await ann.ask(listFiles)).map(({ name }) => name)).toEqual(['Lift'])
    await ann.call(undoChange, { params: { undo: deleted.undo } })
    expect(await ann.ask(listFiles)).toHaveLength(5)
  })

  test('tells how far it has come to whoever asks for lines, as its undo does', async ({ world: { ann, acme } }) => {
    const json = { filter: { client: acme.id }, count: 4, change: { completed_at: day } }
    const told = async (path: string, body: object) => {
      const sent = { headers: { accept: 'application/x-ndjson' }, json: body }
      const { body: text } = await ann.request('POST', path, sent)
      return String(text)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    }

    const change = await told(changeFiles.path, json)
    const { undo, ...outcome } = change.at(-1).outcome
    const undone = await told(pathOf(undoChange, { params: { undo } }), {})

    expect(change.at(-2)).toEqual({ progress: { done: 4, total: 4 } })
    expect(outcome).toEqual({ files: 4, changed: 4 })
    expect(undone.slice(-2)).toEqual([
      { progress: { done: 4, total: 4 } },
      { outcome: { undone: 4, left: [] }, position: expect.any(String) },
    ])
    expect((await ann.refused(changeFiles, { body: { ...json, count: 9 } })).status).toBe(409)
  })

  test('is refused where the list holds another number by now, and changes nothing', async () => {
    const { ann, create, north } = await teamOfFiveFiles()
    await create.file(north.id, 'Late')

    const { status, body } = await refused(ann, { filter: { site: north.id }, count: 3 })
    const message = 'The list showed 3 files and holds 4 by now. Nothing has been changed. Please try again.'
    expect([status, body]).toEqual([409, { message }])
    expect(await dated(ann)).toEqual([])
    expect((await change(ann, { site: north.id }, 4)).changed).toBe(4)
  })

  test('names its files in one way, and says how many were shown', async ({ world: { ann, ofSpring } }) => {
    const some = ['Please choose the files to change.']

    expect(await invalid(ann, {})).toEqual({ ids: some })
    expect(await invalid(ann, { ids: [ofSpring.id], filter: {}, count: 5 })).toEqual({ ids: some })
    expect(await invalid(ann, { filter: {} })).toEqual({ count: ['The count goes with a filter.'] })
    expect(await invalid(ann, { ids: [ofSpring.id], count: 1 })).toEqual({ count: ['The count goes with a filter.'] })
    expect(await invalid(ann, { filter: { site: newSiteId() }, count: 1 })).toEqual({ filter: ['No files match.'] })
    expect(await invalid(ann, { filter: { site: 'x', type: 'text/html' }, count: 1 })).toEqual({
      'filter.site': ['The selected id is invalid.'],
      'filter.type': ['The selected type is invalid.'],
    })
  })

  test('[D-57] reaches no further than what the caller sees', async ({ eve, world: { ann, acme, east, south } }) => {
    const ofSouth = await newMember(app, ann, 'admin', { clientId: acme.id, siteIds: [SiteId.parse(south.id)] })
    const viewer = await newMember(app, ann, 'member')

    expect((await refused(ofSouth, { filter: {}, count: 5 })).status).toBe(409)
    expect((await refused(ofSouth, { filter: { site: east.id }, count: 1 })).status).toBe(422)
    expect((await refused(eve, { filter: { client: acme.id }, count: 4 })).status).toBe(422)
    expect((await refused(viewer, { filter: {}, count: 5 })).status).toBe(403)
    expect(await dated(ann)).toEqual([])
    expect((await change(ofSouth, {}, 1)).changed).toBe(1)
    expect(await dated(ann)).toEqual(['Roof'])
  })
})
