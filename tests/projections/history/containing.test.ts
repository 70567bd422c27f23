import { expect, test } from 'vitest'
import type { HistoryReader } from '#projections/history/conditions.ts'
import { history } from '#projections/history/history.ts'
import { historyQueries } from '#projections/history/queries.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { moveEvents } from '#tests/support/move-events.ts'
import { newClientId, newSiteId, newUserId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

const world = () => {
  const core = coreWorld()
  const acme = newClientId()
  const dock = newSiteId()
  const yard = newSiteId()
  const bob = newUserId()
  const byBob = { actor: bob }
  const events = [
    core.record(`user-${bob}`, 'UserRegistered', {
      userId: bob,
      name: 'Bób Quayle',
      email: 'bob@example.com',
      passwordHash: 'x',
    }),
    core.clientAdded('Acme Électrique', acme),
    core.siteAdded(acme, 'Dock', dock),
    core.siteAdded(acme, 'Yard', yard),
    core.record('team', 'MemberRemoved', { teamId: core.teamId, userId: bob, removedBy: core.userId, reason: null }),
    core.record('team', 'SecondFactorDemanded', { teamId: core.teamId, required: true }, byBob),
  ]
  return {
    ...core,
    ...moveEvents(core.record, core.teamId),
    acme,
    dock,
    yard,
    bob,
    events,
    scope: wholeTeam(core.teamId),
  }
}

const foundIn =
  (events: readonly RecordedEvent[], reader: Partial<HistoryReader> & { scope: Scope }) =>
  (text: string): string[] =>
    historyQueries(projected(history, events))
      .list({ hidden: [], ...reader }, { text }, { limit: 100 })
      .rows.map(({ summary }) => summary)

test('a text is found in names, in what was done and in values before and after, in any case and accents', () => {
  const { events, siteUpdated, dock, scope } = world()
  const found = foundIn([...events, siteUpdated(dock, 'Dock', 'AB1 2CD'), siteUpdated(dock, 'Dock', null)], { scope })
  const changed = 'Changed the postcode of the site Dock'

  expect(found('ELECTR')).toHaveLength(3)
  expect(found('client added ')).toHaveLength(3)
  expect(found('b1 2c')).toEqual([changed, changed])
  expect(found('postcode of')).toEqual([changed, changed])
  expect(found('dock  postcode')).toEqual([changed, changed])
  expect(found('postcode yard')).toEqual([])
  expect(found('%')).toEqual([])
  expect(found('person')).toEqual([])
})

test('[D-90] people are found by their present names, who did it and whom it is about, and not once they are erased', () => {
  const { events, record, bob, scope } = world()
  const both = ['Asked all members for two-factor authentication', 'Removed the member Bób Quayle']
  const renamed = record(`user-${bob}`, 'ContactUpdated', { userId: bob, name: 'Robert', email: 'r@example.com' })
  const gone = record(`user-${bob}`, 'PersonErased', { userId: bob, addressedIds: [] })

  expect(foundIn(events, { scope })('bob quay')).toEqual(both)
  expect(foundIn([...events, renamed], { scope })('quayle')).toEqual([])
  expect(foundIn([...events, renamed], { scope })('robert')).toHaveLength(2)
  expect(foundIn([...events, renamed, gone], { scope })('robert')).toEqual([])
  expect(JSON.stringify(contentsOf(projected(history, [...events, renamed, gone])))).not.toMatch(/bob|robert|quayle/i)
})

test('[D-57] nothing is found by what the reader does not see', () => {
  const { events, clientDeleted, acme, yard, fileUploaded, dock, scope } = world()
  const deleted = 'Deleted the client Acme Électrique'
  const all = [...events, fileUploaded(dock, acme, { name: 'Plan' }), clientDeleted(acme)]
  const limited = foundIn(all, { scope: { ...scope, clientId: acme, siteIds: [yard] } })

  expect(foundIn(all, { scope })('plan')).toHaveLength(2)
  expect(foundIn(all, { scope, hidden: ['files'] })('plan')).toEqual([])
  expect(limited('acme')).toContain(deleted)
  expect(limited('plan')).toEqual([])
  expect(limited('dock')).toEqual([])
  expect(limited('2 sites')).toEqual([])
})

test('a request searches the newest entries, and the next page goes on with the others', () => {
  const { events, scope } = world()
  const queries = historyQueries(projected(history, events), 3)
  const page = (cursor?: string) =>
    queries.list({ scope, hidden: [] }, { text: 'acme' }, { limit: 1, ...(cursor === undefined ? {} : { cursor }) })

  const pages = [page()]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(page(next))

  expect(pages.flatMap(({ rows }) => rows.map(({ summary }) => summary))).toEqual([
    'Added the site Yard to the client Acme Électrique',
    'Added the site Dock to the client Acme Électrique',
    'Added the client Acme Électrique',
  ])
  expect(pages.map(({ total, isAtLeast }) => [total, isAtLeast])).toEqual(pages.map(() => [1, true]))
})
