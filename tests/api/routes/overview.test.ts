import { beforeAll, describe, expect } from 'vitest'
import { ClientId, SiteId } from '#schemas/ids.ts'
import { addCategory, deleteCategory } from '#schemas/resources/categories.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import { requireCategory } from '#schemas/resources/compliance.ts'
import { listFiles, updateFile, uploadFile } from '#schemas/resources/files.ts'
import { type Overview, showOverview } from '#schemas/resources/overview.ts'
import { deleteSite, listSites } from '#schemas/resources/sites.ts'
import { listTrash, restoreTrash } from '#schemas/resources/trash.ts'
import { addVisit, listVisits } from '#schemas/resources/visits.ts'
import { plusDays, showDate, today, weekOf } from '#schemas/time/dates.ts'
import { fileOf } from '#tests/support/files.ts'
import { newSiteId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { recordCreator, teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()
const world = prepared(() => teamWithRecords(app))

const day = today(new Date(), 'Europe/London')
const week = weekOf(day)
const days = { from: week.from, to: week.to }
const overviewOf = async (who: Member, opened = ''): Promise<Overview> =>
  await who.ask(showOverview, { query: { opened } })

const numbersOf = (overview: Overview) => [
  overview.visits_this_week,
  overview.files_this_week,
  overview.sites_without_files,
  overview.uncategorised_files,
  overview.in_trash,
  overview.expiring_files,
  overview.expired_files,
]

const unmetIn = ({ missing_requirements, expired_requirements }: Overview) => [
  missing_requirements,
  expired_requirements,
]

/** The totals of the lists that the numbers lead to. */
const totalsOf = async (who: Member) => {
  const answers = [
    await who.call(listVisits, { query: days }),
    await who.call(listFiles, { query: days }),
    await who.call(listSites, { query: { files: 'none' } }),
    await who.call(listFiles, { query: { category: 'none' } }),
    await who.call(listTrash),
    await who.call(listFiles, { query: { expires: '30' } }),
    await who.call(listFiles, { query: { expires: 'expired' } }),
  ]
  return answers.map(({ headers }) => Number(headers.get('x-total-count')))
}

beforeAll(async () => {
  const { ann, north, east } = world
  const visit = (name: string, site_id: string, from: string, to: string) =>
    ann.call(addVisit, { body: { name, site_id, started_at: from, ended_at: to } })
  const file = (name: string, site_id: string, completed_at: string, expires_at: string) => {
    const body = { name, site_id, completed_at, expires_at }
    return ann.call(uploadFile, { body }, { file: fileOf(`${name}.pdf`, 'application/pdf') })
  }
  await visit('Until Monday', north.id, plusDays(week.from, -9), week.from)
  await visit('Around', east.id, plusDays(week.from, -1), plusDays(week.to, 1))
  await visit('Before', east.id, plusDays(week.from, -2), plusDays(week.from, -1))
  await visit('Next week', east.id, plusDays(week.to, 1), plusDays(week.to, 1))
  await file('Monday', east.id, week.from, day)
  await file('Sunday', east.id, week.to, plusDays(day, 30))
  await file('Last week', east.id, plusDays(week.from, -1), plusDays(day, -1))
  await file('Later', north.id, plusDays(week.from, -9), plusDays(day, 31))
})

describe('the numbers of the first page', () => {
  test('are those of the lists that they lead to', async () => {
    const overview = await overviewOf(world.ann)

    expect(overview.week).toEqual({ from: showDate(week.from), to: showDate(week.to) })
    expect(numbersOf(overview)).toEqual(await totalsOf(world.ann))
    // South alone has no file; all six files are uncategorised.
    expect(numbersOf(overview).toSpliced(1, 1)).toEqual([2, 1, 6, 0, 2, 1])
    expect(overview.is_empty).toBe(false)
  })

  test('follow files that get and lose categories, and categories that come and go', async () => {
    const { ann, beside, ofSpring } = world
    const uncategorised = async () => {
      const { uncategorised_files: many } = await overviewOf(ann)
      expect(many).toBe((await ann.ask(listFiles, { query: { category: 'none' } })).length)
      return many
    }
    const before = (await uncategorised()) ?? 0
    const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
    const gas = await ann.ask(addCategory, { body: { name: 'Gas' } })
    const label = ({ id, name }: { id: string; name: string }, categories: string[]) =>
      ann.call(updateFile, { params: { id }, body: { name, categories } })
    await label(beside, [fire.id, gas.id])
    await label(ofSpring, [fire.id])
    expect(await uncategorised()).toBe(before - 2)
    await ann.call(deleteCategory, { params: { id: fire.id } })
    expect(await uncategorised()).toBe(before - 1)
    const [entry] = await ann.ask(listTrash)
    await ann.call(restoreTrash, { params: { id: entry?.id ?? '' } })
    expect(await uncategorised()).toBe(before - 2)
    await label(beside, [])
    expect(await uncategorised()).toBe(before - 1)
  })

  test('count what is deleted in the trash, and nowhere else', async () => {
    const { ann, create } = world
    const client = await create.client('Short')
    const site = await create.site(client.id, 'Bare')
    const bare = numbersOf(await overviewOf(ann))
    await ann.call(deleteSite, { params: { id: site.id } })
    const without = numbersOf(await overviewOf(ann))
    expect([without[2], without[4]]).toEqual([(bare[2] ?? 0) - 1, (bare[4] ?? 0) + 1])
    await ann.call(deleteClient, { params: { id: client.id } })
    expect(numbersOf(await overviewOf(ann))).toEqual(await totalsOf(ann))
  })

  test('[D-57] hold what a limited member sees, and are null for lists that a member may not see', async () => {
    const { ann, acme, north, south } = world
    const ofClient = await newMember(app, ann, 'admin', { clientId: ClientId.parse(acme.id) })
    const ofSites = await newMember(app, ann, 'admin', { siteIds: [SiteId.parse(north.id), SiteId.parse(south.id)] })
    for (const member of [ofClient, ofSites]) {
      expect(numbersOf(await overviewOf(member))).toEqual(await totalsOf(member))
      expect(numbersOf(await overviewOf(member)).slice(0, 3)).toEqual([1, 2, 1])
    }
    const nothing = { create: false, update: false, delete: false, view: false }
    const viewer = await newMember(app, ann, 'member', { abilities: { files: nothing, visits: nothing } })
    expect(numbersOf(await overviewOf(viewer))).toEqual([null, null, 1, null, null, null, null])
    expect(unmetIn(await overviewOf(viewer))).toEqual([null, null])
  })

  test('hold what is required of sites and missing, and what has expired', async ({ ann }) => {
    const create = recordCreator(ann)
    const acme = await create.client('Acme')
    const north = await create.site(acme.id, 'North')
    const south = await create.site(acme.id, 'South')
    const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
    expect(unmetIn(await overviewOf(ann))).toEqual([0, 0])
    await ann.ask(requireCategory, { params: { id: fire.id }, body: { of: 'all' } })
    const body = { site_id: north.id, categories: [fire.id], expires_at: plusDays(day, -1) }
    await ann.call(uploadFile, { body }, { file: fileOf('fire.pdf', 'application/pdf') })

    expect(unmetIn(await overviewOf(ann))).toEqual([1, 1])
    const ofSouth = await newMember(app, ann, 'admin', { siteIds: [SiteId.parse(south.id)] })
    expect(unmetIn(await overviewOf(ofSouth))).toEqual([1, 0])
  })
})

describe('the activity of the first page', () => {
  test('[D-92] is the newest of the history, for those who may read it', async () => {
    const { ann, create } = world
    await create.client('Newest')
    const { activity } = await overviewOf(ann)
    expect(activity?.length).toBe(4)
    expect(activity?.[0]).toMatchObject({ summary: 'Added the client Newest', resource: 'clients' })
    expect(activity?.[0]?.actor?.id).toBe(ann.userId)
    expect((await overviewOf(await newMember(app, ann, 'editor'))).activity).toBeNull()
  })

  test('tells the uploads in a row of one person to one site in one line', async ({ ann }) => {
    const create = recordCreator(ann)
    const client = await create.client('Acme')
    const north = await create.site(client.id, 'North')
    const south = await create.site(client.id, 'South')
    const upload = (name: string, site_id: string, who = ann) =>
      who.call(uploadFile, { body: { name, site_id } }, { file: fileOf(`${name}.pdf`, 'application/pdf') })
    const colleague = await newMember(app, ann, 'editor')
    await upload('Of a colleague', north.id, colleague)
    // More than are read at once.
    for (let n = 0; n < 51; n += 1) await upload(`Plan ${n}`, north.id)
    await upload('Alone', south.id)

    const { activity } = await overviewOf(ann)

    expect(activity?.map(({ summary, entries }) => [summary, entries])).toEqual([
      ['Uploaded the file Alone to the site South', 1],
      ['Uploaded 51 files to the site North', 51],
      ['Uploaded the file Of a colleague to the site North', 1],
      [expect.stringContaining('joined'), 1],
    ])
  })

  test('[D-57] leaves out what a limited reader may not see', async () => {
    const { ann, acme, create, zenith } = world
    const admin = await newMember(app, ann, 'admin', { clientId: ClientId.parse(acme.id) })
    await create.site(zenith.id, 'Out of sight')
    const { activity } = await overviewOf(admin)
    expect(activity?.length).toBeGreaterThan(0)
    expect(JSON.stringify(activity)).not.toContain('Out of sight')
  })
})

describe('the records opened last', () => {
  test('are named in their order, as far as their reader may see them', async () => {
    const { ann, acme, south, spring, ofSpring, zenith } = world
    const asked = [
      `files.${ofSpring.id}`,
      `sites.${newSiteId()}`,
      `visits.${spring.id}`,
      `sites.${south.id}`,
      `clients.${zenith.id}`,
    ].join()
    const { opened } = await overviewOf(ann, asked)
    expect(opened.map(({ resource, name }) => `${resource} ${name}`)).toEqual([
      'files Of spring',
      'visits Spring',
      'sites South',
      'clients Zenith',
    ])
    expect(opened[1]).toMatchObject({ client: { name: 'Acme' }, site: { name: 'North' } })
    const admin = await newMember(app, ann, 'admin', { clientId: ClientId.parse(acme.id) })
    expect((await overviewOf(admin, asked)).opened.map(({ name }) => name)).toEqual(['Of spring', 'Spring', 'South'])
    expect((await overviewOf(await newTeam(app), asked)).opened).toEqual([])
  })

  test.each([
    ['something else', 'sites'],
    ['another kind', `teams.${newSiteId()}`],
    ['nine', Array.from({ length: 9 }, () => `sites.${newSiteId()}`).join()],
  ])('are at most eight records, not %s', async (_, opened) => {
    expect(await world.ann.invalid(showOverview, { query: { opened } })).toEqual({
      opened: ['The opened records are invalid.'],
    })
  })
})

test('the first page of a new team says that it is empty', async () => {
  const overview = await overviewOf(await newTeam(app))

  expect([overview.is_empty, ...numbersOf(overview)]).toEqual([true, 0, 0, 0, 0, 0, 0, 0])
})

test('an unchanged first page is not sent again', async ({ ann }) => {
  const path = `${showOverview.path}?opened=`
  const tag = (await ann.request('GET', path)).headers.get('etag') ?? ''
  const again = () => ann.request('GET', path, { headers: { 'if-none-match': tag } })

  const { status, body } = await again()
  expect([status, body]).toEqual([304, ''])
  await recordCreator(ann).client('Acme')
  expect((await again()).status).toBe(200)
})
