import { describe, expect } from 'vitest'
import { SiteId } from '#schemas/ids.ts'
import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { listFiles, listFilesOfSite, showFile } from '#schemas/resources/files.ts'
import { historyOfEach } from '#schemas/resources/history.ts'
import { searchFiles } from '#schemas/resources/search.ts'
import { deleteSite, listSites, type Site } from '#schemas/resources/sites.ts'
import { updateVisit } from '#schemas/resources/visits.ts'
import { listen } from '#tests/support/live-stream.ts'
import { newSiteId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newMember } from '#tests/support/teams.ts'

const day = '01/04/2026'

const { app, test } = sharedApp()

/** A file of the visit Spring and one beside it, both of the site North. */
const world = async () => {
  const records = await teamWithRecords(app)
  return { ...records, ids: [records.ofSpring.id, records.beside.id] }
}

const move = (who: Member, ids: readonly string[], wanted: object) =>
  who.ask(changeFiles, { body: { ids: [...ids], change: wanted } })
const invalid = (who: Member, ids: readonly string[], wanted: object) =>
  who.invalid(changeFiles, { body: { ids, change: wanted } })
const undo = (who: Member, id: string) => who.ask(undoChange, { params: { undo: id } })
const places = async (who: Member) =>
  Object.fromEntries(
    (await who.ask(listFiles)).map(({ name, site, visit_name }) => [
      name,
      `${site.client_name} ${site.name} ${visit_name ?? '-'}`,
    ]),
  )
const before = { 'Of spring': 'Acme North Spring', Beside: 'Acme North -' }

describe('files that are moved to another site', () => {
  test('leave their visit, keep all else, and come back by one undo', async () => {
    const { ann, east, ids, ofSpring } = await world()
    const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
    await move(ann, ids, { categories: [fire.id] })
    const counts = async () => (await ann.ask(listSites)).map(({ name, file_count }: Site) => `${name} ${file_count}`)
    const { revision: _, ...shown } = await ann.ask(showFile, { params: { id: ofSpring.id } })

    const { undo: id, changed } = await move(ann, ids, { site_id: east.id })

    expect(changed).toBe(2)
    expect(await places(ann)).toEqual({ 'Of spring': 'Zenith East -', Beside: 'Zenith East -' })
    expect(await counts()).toEqual(['East 2', 'North 0', 'South 0'])
    expect(await ann.ask(listFilesOfSite, { params: { id: east.id } })).toHaveLength(2)
    expect((await ann.ask(searchFiles, { params: { query: 'zenith spring' } })).map(({ name }) => name)).toEqual([
      'Of spring',
    ])
    expect(await ann.ask(showFile, { params: { id: ofSpring.id } })).toMatchObject({
      name: 'Of spring',
      categories: [{ name: 'Fire' }],
      created_at: shown.created_at,
      size: shown.size,
    })
    expect(await undo(ann, id)).toEqual({ undone: 2, left: [] })
    expect(await places(ann)).toEqual(before)
    expect(await counts()).toEqual(['East 0', 'North 2', 'South 0'])
    expect(await ann.ask(showFile, { params: { id: ofSpring.id } })).toMatchObject(shown)
  })

  test('go to a visit there, and those that are there already only to the visit', async () => {
    const { ann, create, east, ids } = await world()
    const lift = await create.visit(east.id, 'Lift check')
    const there = await create.file(east.id, 'There')

    const { undo: id } = await move(ann, [...ids, there.id], { site_id: east.id, visit_id: lift.id })

    const place = 'Zenith East Lift check'
    expect(await places(ann)).toEqual({ 'Of spring': place, Beside: place, There: place })
    expect(await undo(ann, id)).toEqual({ undone: 3, left: [] })
    expect(await places(ann)).toEqual({ ...before, There: 'Zenith East -' })
  })

  test('say in their history from where and to where', async () => {
    const { ann, east, ofSpring, ids } = await world()

    const { undo: id } = await move(ann, ids, { site_id: east.id })
    await undo(ann, id)

    const entries = await ann.ask(historyOfEach.files, { params: { id: ofSpring.id } })
    expect(entries.slice(0, 2).map(({ summary }) => summary)).toEqual([
      'Undid a change of 2 files',
      'Moved 2 files to East',
    ])
    expect(entries[1]?.changes).toEqual([
      { field: 'visit', from: 'Spring', to: null },
      { field: 'site', from: 'North', to: 'East' },
    ])
  })

  test('[D-57] are seen by the caller, and so is where they go, there and back', async ({ eve }) => {
    const { ann, acme, north, south, east, ids, spring } = await world()
    const ofNorth = await newMember(app, ann, 'admin', { clientId: acme.id, siteIds: [SiteId.parse(north.id)] })
    const ofAcme = await newMember(app, ann, 'admin', { clientId: acme.id })
    const noSuchSite = { 'change.site_id': ['The selected site is invalid.'] }

    expect(await invalid(ofNorth, ids, { site_id: south.id })).toEqual(noSuchSite)
    expect(await invalid(ofAcme, ids, { site_id: east.id })).toEqual(noSuchSite)
    expect(await invalid(ann, ids, { site_id: newSiteId() })).toEqual(noSuchSite)
    await invalid(eve, ids, { site_id: north.id })
    expect(await invalid(ann, ids, { site_id: east.id, visit_id: spring.id })).toEqual({
      'change.visit_id': ['The selected visit is invalid.'],
    })
    expect(await places(ann)).toEqual(before)
    const { undo: id } = await move(ann, ids, { site_id: south.id })
    const ofSouth = await newMember(app, ann, 'admin', { clientId: acme.id, siteIds: [SiteId.parse(south.id)] })
    for (const who of [ofNorth, ofSouth]) {
      expect((await who.refused(undoChange, { params: { undo: id } })).status).toBe(404)
    }
    expect(await undo(ofAcme, id)).toEqual({ undone: 2, left: [] })
  })

  test('are told of to whoever sees the site that they leave, and to whoever sees the other one', async () => {
    const { ann, acme, north, south, east, beside } = await world()
    const seeing = (site: { id: string }) =>
      newMember(app, ann, 'member', { clientId: acme.id, siteIds: [SiteId.parse(site.id)] })
    const ofNorth = await seeing(north)
    const ofSouth = await seeing(south)
    const streams = await Promise.all([ofNorth, ofSouth].map((who) => listen(app, who)))
    await Promise.all(streams.map(({ started }) => started()))

    await move(ann, [beside.id], { site_id: south.id })
    await move(ann, [beside.id], { site_id: east.id })

    const [fromNorth, fromSouth] = streams
    expect((await fromNorth?.next())?.data).toMatchObject({ type: 'FileMoved', resource: 'files', id: beside.id })
    for (const _ of [1, 2]) expect((await fromSouth?.next())?.data).toMatchObject({ type: 'FileMoved', id: beside.id })
    for (const { leave } of streams) leave()
  })

  test('stay where they are when their place is gone or was moved, or they were changed since', async () => {
    const { ann, create, north, south, east, ids, spring } = await world()
    const third = await create.file(south.id, 'Third')
    const { undo: id } = await move(ann, [...ids, third.id], { site_id: east.id })
    const moved = { name: 'Spring', site_id: south.id, started_at: day, ended_at: day }
    await ann.call(updateVisit, { params: { id: spring.id }, body: moved })
    await move(ann, [third.id], { completed_at: '09/09/2026' })
    await ann.call(deleteSite, { params: { id: north.id } })

    const { undone, left } = await undo(ann, id)

    expect([undone, left.map(({ name }) => name).sort()]).toEqual([0, ['Beside', 'Of spring', 'Third']])
    const place = 'Zenith East -'
    expect(await places(ann)).toEqual({ 'Of spring': place, Beside: place, Third: place })
  })

  test('follow a visit that was moved before, and leave it', async () => {
    const { ann, south, east, spring, ofSpring } = await world()
    const moved = { name: 'Spring', site_id: south.id, started_at: day, ended_at: day }
    await ann.call(updateVisit, { params: { id: spring.id }, body: moved })

    const { undo: id } = await move(ann, [ofSpring.id], { site_id: east.id })

    expect((await places(ann))['Of spring']).toBe('Zenith East -')
    expect(await undo(ann, id)).toEqual({ undone: 1, left: [] })
    expect((await places(ann))['Of spring']).toBe('Acme South Spring')
  })
})
