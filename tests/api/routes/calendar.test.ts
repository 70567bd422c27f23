import { describe, expect } from 'vitest'
import { calendarFeedStream, userStream } from '#api/event-store/streams.ts'
import { SiteId } from '#schemas/ids.ts'
import { endCalendarFeed, makeCalendarFeed, showCalendarFeed } from '#schemas/resources/calendar.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { removeMember } from '#schemas/resources/members.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { plusDays, today } from '#schemas/time/dates.ts'
import { fileOf } from '#tests/support/files.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam, password } from '#tests/support/teams.ts'

const day = today(new Date(), 'Europe/London')

describe('a calendar feed', () => {
  const { app, test, boss } = operatedApp()

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.guest().request(method, path, { headers })
  const newFeed = async (who: Member) => new URL((await who.ask(makeCalendarFeed)).url).pathname
  const summaries = async (path: string) =>
    [...String((await get(path)).body).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary)

  /** A team with two sites, and what adds a file to one that expires so many days from today on. */
  const world = async () => {
    const ann = await newTeam(app)
    const create = recordCreator(ann)
    const client = await create.client('Acme')
    const north = await create.site(client.id, 'North')
    const south = await create.site(client.id, 'South')
    const file = (name: string, site_id: string, days: number) =>
      ann.call(
        uploadFile,
        { body: { name, site_id, completed_at: '2020-01-01', expires_at: plusDays(day, days) } },
        { file: fileOf(`${name}.pdf`, 'application/pdf') },
      )
    return { ann, north, south, file }
  }

  test('has what expires in all teams of a person, from 30 days ago to a year ahead, without a session', async () => {
    const { ann, north, south, file } = await world()
    const other = await world()
    const bob = await newMember(app, ann, 'editor')
    await file('Before', north.id, -31)
    await file('Ago', north.id, -30)
    await file('Next', south.id, 365)
    await file('After', north.id, 366)
    await other.file('Of others', other.north.id, 1)
    const insurance = { body: { name: 'Insurance', completed_at: '2020-01-01', expires_at: plusDays(day, 7) } }
    await ann.call(uploadDocument, insurance, { file: fileOf('insurance.pdf', 'application/pdf') })

    const path = await newFeed(bob)
    const { status, headers } = await get(path, { accept: 'text/calendar' })

    expect(await summaries(path)).toEqual(['Ago · North', 'Next · South', 'Insurance'])
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    expect(headers.getSetCookie()).toEqual([])
  })

  test('is not sent again while nothing in it changes, and a look sends nothing', async () => {
    const { ann, north, file } = await world()
    await file('Gas', north.id, 1)
    const path = await newFeed(ann)
    const { headers } = await get(path)
    const known = { 'if-none-match': headers.get('etag') ?? '' }

    expect(await get(path, known)).toMatchObject({ status: 304, body: '' })
    expect(await get(path, {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
    await file('Lift', north.id, 2)
    expect((await get(path, known)).status).toBe(200)
  })

  test('[D-57] has the rights and the sites of the moment, and ends with the membership and the person', async () => {
    const { ann, north, south, file } = await world()
    await file('Gas', north.id, 1)
    await file('Lift', south.id, 2)
    const limited = await newMember(app, ann, 'member', { siteIds: [SiteId.parse(south.id)] })
    const nothing = { create: false, update: false, delete: false, view: false }
    const blind = await newMember(app, ann, 'member', { abilities: { files: nothing } })
    const path = await newFeed(limited)

    expect(await summaries(path)).toEqual(['Lift · South'])
    expect(await summaries(await newFeed(blind))).toEqual([])
    await ann.call(removeMember, { params: { teamId: ann.teamId, userId: limited.userId } })
    expect(await summaries(path)).toEqual([])
    expect(await summaries(await newFeed(ann))).toEqual(['Gas · North', 'Lift · South'])
    await limited.call(eraseAccount, { body: { current_password: password } })
    expect((await get(path)).status).toBe(404)
  })

  test('has one address at a time, which is shown once; an ended one is like one that never was', async ({ ann }) => {
    expect(await ann.ask(showCalendarFeed)).toEqual({ made: false })
    const first = await newFeed(ann)
    const second = await newFeed(ann)
    const missing = await get(first.replace(/.{9}\.ics$/, 'xxxxxxxxx.ics'))

    expect(second).not.toBe(first)
    expect([(await get(first)).status, (await get(second)).status, missing.status]).toEqual([404, 200, 404])
    expect((await get(first)).body).toEqual(missing.body)
    expect(await ann.ask(showCalendarFeed)).toEqual({ made: true })
    expect((await ann.call(endCalendarFeed)).status).toBe(204)
    expect((await get(second)).status).toBe(404)
    expect((await ann.call(endCalendarFeed)).status).toBe(204)
    for (const path of ['/calendar/.ics', '/calendar/x.ics', `/calendar/${ann.userId}-.ics`]) {
      expect((await get(path)).status).toBe(404)
    }
  })

  test('is told in the history, and its secret is in no event', async ({ ann }) => {
    const secret = (await newFeed(ann)).slice('/calendar/'.length, -'.ics'.length)
    await ann.call(endCalendarFeed)

    const events = [
      ...(await app.ledger.read(calendarFeedStream(ann.userId))),
      ...(await app.ledger.read(userStream(ann.userId))),
    ]
    const text = JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain('CalendarFeedEnded')
    expect(text).not.toContain(secret.slice(37))
    const told = await boss.ask(listHistory, { query: { resource: 'users', id: ann.userId, limit: 2 } })
    expect(told.map(({ summary }) => summary.replace(/^.* (made|ended)/, '$1'))).toEqual([
      'ended their calendar feed',
      'made a calendar feed',
    ])
  })
})
