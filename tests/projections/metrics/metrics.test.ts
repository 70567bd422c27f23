import { describe, expect, test } from 'vitest'
import { metricQueries } from '#projections/metrics/metric-days.ts'
import { metricsProjection } from '#projections/metrics/metrics.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { coreWorld, hashOf } from '#tests/support/core-world.ts'
import { newClientId, newFileId, newSiteId, newTrashId, newUserId, newVisitId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

const numbersOf = (events: readonly RecordedEvent[]) => metricQueries(projected(metricsProjection, events))
const day = (text: string) => CalendarDate.parse(text)

/** A team with a client, two sites, a visit, and a file on each site. */
const world = () => {
  const core = coreWorld()
  const { record, teamId, userId } = core
  const trashId = newTrashId()
  const client = newClientId()
  const dock = newSiteId()
  const yard = newSiteId()
  const visit = newVisitId()
  const plan = newFileId()
  const at = '2026-03-30T10:00:00.000Z'
  const before = [
    record(`user-${userId}`, 'UserRegistered', { userId, name: 'A', email: 'a', passwordHash: 'x' }, { at }),
    record('team', 'TeamCreated', { teamId, ownerId: userId, name: 'Us', slug: 'us', trialEndsAt: at }, { at }),
    core.clientAdded('Acme', client),
    core.siteAdded(client, 'Dock', dock),
    core.siteAdded(client, 'Yard', yard),
    core.visitAdded(dock, client, '2026-03-01', visit),
    core.fileUploaded(dock, client, { fileId: plan, visitId: visit, content: { hash: hashOf('a'), size: 1000 } }),
    core.fileUploaded(yard, client, { content: { hash: hashOf('b'), size: 30 } }),
  ]
  return { ...core, client, dock, yard, visit, plan, trashId, before }
}

describe('the numbers of the platform', () => {
  test('[ENT2-28] count new users on their day, and have a row for every day without a gap', () => {
    const { before, record } = world()
    const later = newUserId()
    const events = [
      ...before,
      record(
        `user-${later}`,
        'UserRegistered',
        { userId: later, name: 'B', email: 'b', passwordHash: 'x' },
        { at: '2026-04-02T23:59:59.999Z' },
      ),
    ]

    const rows = numbersOf(events).days(day('2026-03-29'), day('2026-04-03'))

    expect(
      rows.map(({ day, users, new_users, files, files_size }) => [day, users, new_users, files, files_size]),
    ).toEqual([
      ['2026-03-29', 0, 0, 0, 0],
      ['2026-03-30', 1, 1, 0, 0],
      ['2026-03-31', 1, 0, 2, 1030],
      ['2026-04-01', 1, 0, 2, 1030],
      ['2026-04-02', 2, 1, 2, 1030],
      ['2026-04-03', 2, 0, 2, 1030],
    ])
  })

  test('count each content of a file once, those of its earlier versions too', () => {
    const { before, plan, fileVersionAdded } = world()
    const replaced = fileVersionAdded(plan, 2)
    const back = fileVersionAdded(plan, 3, { content: { hash: hashOf('a'), size: 1000 }, broughtBack: 1 })

    const [row] = numbersOf([...before, replaced, replaced, back]).days(day('2026-03-31'), day('2026-03-31'))

    expect([row?.files, row?.files_size]).toEqual([2, 1100])
  })

  test('leave out records in the trash, deleted by themselves or with their parent (D-35)', () => {
    const { before, record, client, dock, yard, plan, teamId, trashId, userId } = world()
    const steps: RecordedEvent[] = [
      record('file', 'FileDeleted', { fileId: plan, teamId, trashId }),
      record('site', 'SiteDeleted', { siteId: yard, teamId, trashId }),
      record('client', 'ClientDeleted', { clientId: client, teamId, trashId }),
      record('client', 'ClientRestored', { clientId: client, teamId, trashId }),
      record('file', 'FileRestored', { fileId: plan, teamId, trashId }),
      record('site', 'SiteDeleted', { siteId: dock, teamId, trashId }),
      record('site', 'SiteRestored', { siteId: yard, teamId, trashId }),
      record('team', 'TeamDeleted', { teamId, deletedBy: userId }),
      record('team', 'TeamRestored', { teamId }),
      record('team', 'TeamDeleted', { teamId, deletedBy: userId }),
      record('user', 'PersonErased', { userId, addressedIds: [] }),
    ]

    const after = steps.map((_, at) => {
      const { teams, users, clients, sites, files, files_size } = numbersOf([
        ...before,
        ...steps.slice(0, at + 1),
      ]).now()
      return [teams, users, clients, sites, files, files_size]
    })

    expect(after).toEqual([
      [1, 1, 1, 2, 1, 30],
      [1, 1, 1, 1, 0, 0],
      [1, 1, 0, 0, 0, 0],
      [1, 1, 1, 1, 0, 0],
      [1, 1, 1, 1, 1, 1000],
      [1, 1, 1, 0, 0, 0],
      [1, 1, 1, 1, 1, 30],
      [0, 1, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 30],
      [0, 1, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
    ])
  })

  test('follow a file to the site that its visit moved to', () => {
    const { before, record, client, dock, yard, visit, teamId, trashId } = world()
    const numbers = numbersOf([
      ...before,
      record('visit', 'VisitMoved', { visitId: visit, teamId, siteId: yard, clientId: client }),
      record('site', 'SiteDeleted', { siteId: dock, teamId, trashId }),
    ])

    expect(numbers.now()).toMatchObject({ sites: 1, files: 2, files_size: 1030 })
  })

  test('name the events that changed them', () => {
    const { before, record, yard, teamId, trashId } = world()
    const deleted = record('site', 'SiteDeleted', { siteId: yard, teamId, trashId })

    const events = numbersOf([...before, deleted]).events(day('2026-03-31'))

    expect(events.filter(({ position }) => position === deleted.position)).toEqual([
      { metric: 'files', position: deleted.position, type: 'SiteDeleted', change: -1 },
      { metric: 'files_size', position: deleted.position, type: 'SiteDeleted', change: -30 },
      { metric: 'sites', position: deleted.position, type: 'SiteDeleted', change: -1 },
    ])
    const sum = events.filter(({ metric }) => metric === 'files').reduce((total, { change }) => total + change, 0)
    expect(sum).toBe(1)
  })

  test('are the same when each event is applied twice', () => {
    const { before, record, client, teamId, trashId } = world()
    const events = [...before, record('client', 'ClientDeleted', { clientId: client, teamId, trashId })]

    const twice = projected(
      metricsProjection,
      events.flatMap((event) => [event, event]),
    )

    expect(contentsOf(twice)).toEqual(contentsOf(projected(metricsProjection, events)))
  })
})
