import { describe, expect, test } from 'vitest'
import type { HistoryFilter } from '#projections/history/conditions.ts'
import { history } from '#projections/history/history.ts'
import { historyQueries } from '#projections/history/queries.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { Shared } from '#schemas/events/share.ts'
import { type FileId, ShareId } from '#schemas/ids.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { moveEvents } from '#tests/support/move-events.ts'
import {
  newClientId,
  newCommandId,
  newFileId,
  newSiteId,
  newTrashId,
  newUserId,
  newVisitId,
} from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

/** Acme with the sites Dock and Yard, a visit and a file at the Dock and a photo in the Yard; and Beta with the Pier. */
const world = () => {
  const core = coreWorld()
  const { record, teamId } = core
  const acme = newClientId()
  const beta = newClientId()
  const dock = newSiteId()
  const yard = newSiteId()
  const pier = newSiteId()
  const visit = newVisitId()
  const plan = newFileId()
  const photo = newFileId()
  const start = [
    core.clientAdded('Acme', acme),
    core.clientAdded('Beta', beta),
    core.siteAdded(acme, 'Dock', dock),
    core.siteAdded(acme, 'Yard', yard),
    core.siteAdded(beta, 'Pier', pier),
    core.visitAdded(dock, acme, '2026-03-01', visit),
    core.fileUploaded(dock, acme, { fileId: plan, visitId: visit, name: 'Plan' }),
    core.fileUploaded(yard, acme, { fileId: photo, name: 'Photo' }),
  ]
  const dated = (fileId: FileId, day: string, of: object = {}) => {
    const details = detailsOf.file({ name: fileId === plan ? 'Plan' : 'Photo', completed_at: day })
    return record(`file-${fileId}`, 'FileUpdated', { fileId, teamId, bulkId: null, ...details }, of)
  }
  const planMoved = () => {
    const from = { siteId: dock, clientId: acme }
    const to = { siteId: pier, clientId: beta }
    const data = { fileId: plan, teamId, bulkId: null, visitId: null, ...to, from }
    return record(`file-${plan}`, 'FileMoved', data)
  }
  const shared = (of: Shared) => {
    const terms = { expiresAt: '2026-06-01T10:00:00.000Z', maxOpenings: null, passwordHash: null, digest: 'd' }
    const shareId = ShareId.parse(newCommandId())
    const data = {
      shareId,
      teamId,
      userId: core.userId,
      shared: of,
      clientId: acme,
      siteId: dock,
      visitId: visit,
      ...terms,
    }
    return record(`share-${shareId}`, 'ShareCreated', data)
  }
  return {
    ...core,
    ...moveEvents(record, teamId),
    acme,
    beta,
    dock,
    yard,
    pier,
    visit,
    plan,
    photo,
    start,
    dated,
    planMoved,
    shared,
  }
}

const entriesOf =
  (events: readonly RecordedEvent[], { teamId }: ReturnType<typeof world>, hidden: HistoryResource[] = []) =>
  (resource: HistoryFilter['resource'], id: string) =>
    historyQueries(projected(history, events)).list(
      { scope: wholeTeam(teamId), hidden },
      { resource, id, below: true },
      { limit: 100 },
    ).rows

const summariesOf = (...given: Parameters<typeof entriesOf>) => {
  const entries = entriesOf(...given)
  return (resource: HistoryFilter['resource'], id: string) => entries(resource, id).map(({ summary }) => summary)
}

describe('the history of a client and of a site', () => {
  test('includes that of the sites, visits and files below, and nothing that lies elsewhere', () => {
    const its = world()
    const of = summariesOf(its.start, its)
    const ofDock = [
      'Uploaded the file Plan to the site Dock',
      'Added the visit Visit of 2026-03-01 to the site Dock',
      'Added the site Dock to the client Acme',
    ]

    expect(of('sites', its.dock)).toEqual(ofDock)
    expect(of('clients', its.acme)).toEqual([
      'Uploaded the file Photo to the site Yard',
      ...ofDock.slice(0, 2),
      'Added the site Yard to the client Acme',
      ...ofDock.slice(2),
      'Added the client Acme',
    ])
    expect(of('clients', its.beta)).toEqual(['Added the site Pier to the client Beta', 'Added the client Beta'])
  })

  test('names what moved away at both, and what came after it where it was then', () => {
    const its = world()
    const of = summariesOf(
      [
        ...its.start,
        its.siteMoved(its.yard, its.beta),
        its.dated(its.photo, '2026-05-01'),
        its.planMoved(),
        its.dated(its.plan, '2026-05-02'),
      ],
      its,
    )
    const siteMoved = 'Moved the site Yard from Acme to Beta'
    const fileMoved = 'Moved the file Plan from Dock to Pier'
    const changed = 'Changed the completion date of the file'

    expect(of('clients', its.acme).slice(0, 3)).toEqual([
      fileMoved,
      siteMoved,
      'Uploaded the file Photo to the site Yard',
    ])
    expect(of('clients', its.beta).slice(0, 4)).toEqual([`${changed} Plan`, fileMoved, `${changed} Photo`, siteMoved])
    expect(of('sites', its.yard).slice(0, 2)).toEqual([`${changed} Photo`, siteMoved])
    expect(of('sites', its.dock)[0]).toBe(fileMoved)
    expect(of('sites', its.pier).slice(0, 2)).toEqual([`${changed} Plan`, fileMoved])
  })

  test('keeps what was deleted, restored and removed for ever', () => {
    const its = world()
    const trash = { fileId: its.photo, teamId: its.teamId, trashId: newTrashId() }
    const of = summariesOf(
      [
        ...its.start,
        its.record('file', 'FileDeleted', trash),
        its.record('file', 'FileRestored', trash),
        its.siteDeleted(its.yard),
        its.siteRestored(its.yard),
        its.clientDeleted(its.acme),
        its.clientPurged(its.acme),
      ],
      its,
    )
    const ofYard = [
      'Restored the site Yard with 1 file from the trash',
      'Deleted the site Yard with 1 file',
      'Restored the file Photo from the trash',
      'Deleted the file Photo',
      'Uploaded the file Photo to the site Yard',
    ]

    expect(of('clients', its.acme).slice(0, 7)).toEqual([
      'Removed the client Acme with 2 sites, 1 visit and 2 files from the trash for ever',
      'Deleted the client Acme with 2 sites, 1 visit and 2 files',
      ...ofYard,
    ])
    expect(of('sites', its.yard).slice(1, 7)).toEqual([
      'Deleted the client Acme with 2 sites, 1 visit and 2 files',
      ...ofYard,
    ])
  })

  test('has a change of many files with the values of its own, each by its name', () => {
    const its = world()
    const one = { commandId: newCommandId() }
    const of = entriesOf(
      [...its.start, its.dated(its.plan, '2026-05-01', one), its.dated(its.photo, '2026-05-01', one)],
      its,
    )
    const changed = (record: string) => ({ field: 'completed_at', from: '31/03/2026', to: '01/05/2026', record })

    const summary = 'Changed the completion date of 2 files'
    expect(of('clients', its.acme)[0]).toMatchObject({ summary, changes: [changed('Plan'), changed('Photo')] })
    expect(of('sites', its.yard)[0]).toMatchObject({ summary, changes: [changed('Photo')] })
    expect(of('sites', its.dock)[0]?.changes).toHaveLength(1)
  })

  test('has no entry of files, nor of a share link of one, for who may not view files', () => {
    const its = world()
    const events = [
      ...its.start,
      its.shared({ kind: 'file', id: its.plan }),
      its.shared({ kind: 'visit', id: its.visit }),
    ]
    const ofVisit = 'Made a share link for the visit Visit of 2026-03-01'

    expect(summariesOf(events, its)('sites', its.dock).slice(0, 2)).toEqual([
      ofVisit,
      'Made a share link for the file Plan',
    ])
    expect(summariesOf(events, its, ['files'])('sites', its.dock)).toEqual([
      ofVisit,
      'Added the visit Visit of 2026-03-01 to the site Dock',
      'Added the site Dock to the client Acme',
    ])
  })

  test('names no value of a hidden noun in an entry of another', () => {
    const its = world()
    const one = { commandId: newCommandId() }
    const site = newSiteId()
    const data = { siteId: site, teamId: its.teamId, clientId: its.acme, ...detailsOf.site({ name: 'Gate' }) }
    const events = [...its.start, its.record('site', 'SiteAdded', data, one), its.dated(its.plan, '2026-05-01', one)]
    const recordsIn = (hidden: HistoryResource[]) =>
      entriesOf(events, its, hidden)('clients', its.acme)[0]?.changes.map(({ field }) => field)

    expect(recordsIn([])).toContain('completed_at')
    expect(recordsIn(['files'])).toEqual(['name', 'client'])
  })

  test('leaves out who may see the client: that belongs to the team', () => {
    const its = world()
    const userId = newUserId()
    const membership = { ...plainMembership('editor'), clientId: its.acme }
    const joined = its.record('team', 'MemberJoined', { teamId: its.teamId, userId, ...membership })

    expect(summariesOf([...its.start, joined], its)('clients', its.acme)[0]).toMatch(/^Uploaded the file Photo/)
  })
})
