import { v5 as deriveUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { fieldDecider } from '#api/domain/field.ts'
import { sampleCounts, sampleSet } from '#api/domain/sample/sample-set.ts'
import { valuesReader } from '#schemas/details/field-value.ts'
import { requiredOf } from '#schemas/records/requirement.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { daysUntil } from '#schemas/time/expiry.ts'
import { newTeamId } from '#tests/support/new-ids.ts'

const namespace = '0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'
const day = CalendarDate.parse('2028-02-29')
const setOn = (today: CalendarDate) => sampleSet(today, (key) => deriveUuid(key, namespace))

describe('the sample data', () => {
  const set = setOn(day)

  test('has the records that are promised, no two with one id, the same each time', () => {
    const { fields, ...records } = set
    const counts = Object.fromEntries(Object.entries(records).map(([kind, all]) => [kind, all.length]))
    const ids = Object.values(set).flatMap((all) => all.map((each: object) => Object.values(each)[0]))

    expect(counts).toEqual(sampleCounts)
    expect(fields.map(({ of }) => of).toSorted()).toEqual(['clients', 'clients', ...Array(6).fill('sites')])
    expect(new Set(ids).size).toBe(ids.length)
    expect(setOn(day)).toEqual(set)
  })

  test('hangs together: each visit and file is on a site of its client, and a file on a visit of its site', () => {
    const clientOf = new Map(set.sites.map(({ siteId, clientId }) => [siteId, clientId]))
    const siteOf = new Map(set.visits.map(({ visitId, siteId }) => [visitId, siteId]))

    for (const { siteId, clientId } of [...set.visits, ...set.files]) expect(clientOf.get(siteId)).toBe(clientId)
    for (const { visitId, siteId } of set.files) if (visitId) expect(siteOf.get(visitId)).toBe(siteId)
    expect(new Set(set.sites.map(({ clientId }) => clientId)).size).toBe(sampleCounts.clients)
  })

  test('has own fields that a team can have, with values that people could give, and records without one', () => {
    const command = { type: 'AddFields', teamId: newTeamId(), fields: set.fields } as const
    expect(fieldDecider.decide(fieldDecider.initialState, command)).toHaveLength(set.fields.length)
    for (const noun of ['clients', 'sites'] as const) {
      const own = set.fields.filter(({ of }) => of === noun).map(({ fieldId: id, ...field }) => ({ ...field, id }))
      const read = valuesReader(own)
      for (const { fields } of set[noun]) expect(read(fields, true)).toEqual({ values: fields, errors: {} })
      for (const { id } of own) expect(set[noun].some(({ fields }) => fields[id])).toBe(true)
    }
    expect(new Set(set.sites.map(({ fields }) => Object.keys(fields).length)).size).toBeGreaterThan(1)
  })

  test('has a tree of categories that the rules of trees take', () => {
    const { categories } = set
    const command = { type: 'AddCategories', teamId: newTeamId(), categories } as const
    const events = categoryTreeDecider.decide(categoryTreeDecider.initialState, command)
    const labels = new Set(set.files.flatMap(({ categoryIds }) => categoryIds))

    expect(events.filter(({ type }) => type === 'CategoryAdded')).toHaveLength(categories.length)
    expect(categories.map(({ categoryId }) => categoryId)).toEqual(expect.arrayContaining([...labels]))
  })

  test('requires four categories of sites, of which some have them and some do not, and says of one why it need not', () => {
    const parentOf = new Map(set.categories.map(({ categoryId, parentId }) => [categoryId, parentId]))
    const has = (site: string, category: string) =>
      set.files.some(
        ({ siteId, categoryIds }) =>
          siteId === site && categoryIds.some((id) => id === category || parentOf.get(id) === category),
      )
    const required = set.categories.flatMap(({ categoryId, requirement }) =>
      requirement
        ? [
            {
              categoryId,
              sites: set.sites.filter(({ siteId, clientId }) =>
                requiredOf(requirement)({ id: siteId, client_id: clientId }),
              ),
            },
          ]
        : [],
    )
    const exempt = set.sites.flatMap(({ siteId, exemption }) => (exemption ? [{ siteId, ...exemption }] : []))

    expect(required).toHaveLength(4)
    for (const { categoryId, sites } of required) {
      const having = sites.filter(({ siteId }) => has(siteId, categoryId)).length
      expect(having).toBeGreaterThan(0)
      expect(having).toBeLessThan(sites.length)
    }
    expect(exempt).toHaveLength(1)
    for (const { siteId, categoryId } of exempt) {
      expect(has(siteId, categoryId)).toBe(false)
      expect(required.find((each) => each.categoryId === categoryId)?.sites.map((each) => each.siteId)).toContain(
        siteId,
      )
    }
  })

  test('is of the day: some files and documents have expired, some are due, visits lie before and after it', () => {
    const left = set.files.flatMap(({ expires_at }) => (expires_at ? [daysUntil(expires_at, day)] : []))

    expect(left.some((days) => days < 0)).toBe(true)
    expect(left.some((days) => days >= 0 && days <= 30)).toBe(true)
    const documents = set.documents.map(({ expires_at }) => expires_at && daysUntil(expires_at, day))
    expect(documents.filter((days) => days === null)).toHaveLength(2)
    expect(documents.filter((days) => days !== null && days < 0)).toHaveLength(1)
    expect(documents.filter((days) => days !== null && days >= 0 && days <= 30)).toHaveLength(2)
    expect(set.visits.some(({ started_at }) => started_at > day)).toBe(true)
    expect(set.visits.every(({ started_at, ended_at }) => started_at <= ended_at)).toBe(true)
    expect([...set.files, ...set.documents].every(({ completed_at }) => completed_at <= day)).toBe(true)
  })
})
