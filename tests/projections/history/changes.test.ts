import { describe, expect, test } from 'vitest'
import { history } from '#projections/history/history.ts'
import { historyQueries } from '#projections/history/queries.ts'
import { type EventType, eventTypes, type LedgerEvent } from '#schemas/events/registry.ts'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { projected } from '#tests/support/read-models.ts'
import { detailsOf, sampleEvent } from '#tests/support/sample-events.ts'

const changing = eventTypes.filter((type) => /(Updated|Renamed|Changed|Edited|Moved|IdSet)$/.test(type))
const creating = eventTypes.filter((type) => /(Added|Uploaded|Created|Published|Joined)$/.test(type))
const nounOf = (type: string) => type.replace(/[A-Z][a-z]+$/, '')

/** The event that creates what an event changes; a person's own account has none with values that may be shown. */
const creationOf = (type: EventType) => creating.find((each) => type.startsWith(nounOf(each)))

/** The details that say which record it is: those that its last event has, too. */
const identityOf = (creation: EventType): string[] => {
  const last = eventTypes.filter((type) => new RegExp(`^${nounOf(creation)}(Deleted|Removed|Revoked)$`).test(type))
  return detailsOf(creation).filter((detail) => last.every((type) => detailsOf(type).includes(detail)))
}

/** The records of the changes: three clients, sites, visits and categories that have names of their own. */
const named = [1, 2, 3].flatMap((n) => [
  ...(['ClientAdded', 'SiteAdded', 'VisitAdded', 'CategoryAdded'] as const).map((type) => sampleEvent(type, n)),
  sampleEvent('CategoryAdded', n, {
    categoryId: (sampleEvent('CategoryMoved', n).data as { parentId: string }).parentId,
  }),
])

/** The history of a record that is created and then changed, oldest first. */
const historyOf = (events: readonly LedgerEvent[]): HistoryEntry[] => {
  const record = memoryLog()
  const recorded = [...named, ...events].map(({ type, data }) => record('a stream', type, data))
  const { rows } = historyQueries(projected(history, recorded)).list({ scope: null, hidden: [] }, {}, { limit: 100 })
  return rows.slice(0, events.length).toReversed()
}

const valuesIn = (entry: HistoryEntry | undefined, side: 'from' | 'to') =>
  Object.fromEntries((entry?.changes ?? []).map((change) => [change.field, change[side]]))

const cases = changing.flatMap((type) => {
  const creation = creationOf(type)
  return creation ? [{ type, creation, identity: identityOf(creation) }] : []
})

describe.each(cases)('the history of $type', ({ type, creation, identity }) => {
  const ids = Object.fromEntries(
    Object.entries(sampleEvent(creation, 9).data).filter(([key]) => identity.includes(key)),
  )
  const created = sampleEvent(creation, 1, ids)
  const changed = (n: number, overrides: object = {}) => sampleEvent(type, n, { ...overrides, ...ids })

  test('gives the values of the event before as the old ones, each time', () => {
    const [first, second, third] = historyOf([created, changed(2), changed(3)])

    expect(second?.changes.length).toBeGreaterThan(0)
    expect(valuesIn(first, 'to')).toMatchObject(valuesIn(second, 'from'))
    expect(valuesIn(third, 'from')).toEqual(valuesIn(second, 'to'))
    expect(JSON.stringify(third)).not.toContain('without a name')
  })

  test('names each changed field in its sentence, and no other', () => {
    const before = changed(2)
    const all = historyOf([created, before, changed(3)])[2]
    const single = detailsOf(type).flatMap((detail) => {
      const entry = historyOf([created, before, changed(2, { [detail]: changed(3).data[detail as never] })])[2]
      return entry && entry.changes.length > 0 ? [entry] : []
    })
    const words = single.map(
      ({ summary }) => /^Changed the (.+?) of /.exec(summary)?.[1] ?? summary.split(' ')[0] ?? '',
    )

    expect(all?.changes).toEqual(single.flatMap(({ changes }) => changes))
    expect(new Set(words).size).toBe(words.length)
    for (const word of words) expect(all?.summary).toContain(word)
  })

  test('holds no change when the event repeats the values', () => {
    const [, , again] = historyOf([created, changed(2), changed(2)])

    expect(again?.changes).toEqual([])
  })
})

test('the history finds the creation of every change but those of a person, whose values it does not show', () => {
  const without = changing.filter((type) => creationOf(type) === undefined)

  expect(cases.length).toBeGreaterThan(10)
  for (const type of without) {
    const [entry] = historyOf([sampleEvent(type, 1)])
    expect(entry?.changes.length).toBeGreaterThan(0)
    for (const { from, to } of entry?.changes ?? []) expect([from, to]).toEqual([null, null])
  }
})
