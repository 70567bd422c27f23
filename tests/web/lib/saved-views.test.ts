import { describe, expect, test } from 'vitest'
import type { SavedView } from '#schemas/resources/saved-views.ts'
import { addressOf, arrangedAt, goneFrom, isAlike, isBare } from '#web/lib/saved-views.ts'

const id = '0199aaaa-0000-7000-8000-000000000001'
const category = '0199aaaa-0000-7000-8000-000000000002'
const client = '0199aaaa-0000-7000-8000-000000000003'
const plans = {
  id,
  name: 'Plans',
  kind: 'files',
  shared: false,
  sort: '-name',
  look: 'table',
  columns: ['name', 'size'],
  filters: { search: 'plan', client, category },
  gone: [],
  may_change: true,
  revision: '0',
} as unknown as SavedView

describe('the address of a saved view', () => {
  test('says all of it, with the category where lists of files have it', () => {
    expect(addressOf(plans)).toEqual({
      search: { search: 'plan', client, sort: '-name', view: id },
      hash: `/files/category/${category}`,
    })
    const without = { ...plans, filters: { category: 'none' } }
    expect(addressOf(without)).toEqual({ search: { category: 'none', sort: '-name', view: id }, hash: '/files' })
  })

  test('leaves out what is gone', () => {
    const gone = { ...plans, gone: ['category', 'client'], sort: 'colour' }

    expect(addressOf(gone)).toEqual({ search: { search: 'plan', view: id }, hash: '/files' })
    expect(goneFrom(gone, ['name', 'size'])).toEqual(['its category', 'its client', 'its order'])
    expect(goneFrom(plans, ['name'])).toEqual(['one of its columns'])
    expect(goneFrom(plans, [])).toEqual(['2 of its columns'])
    expect(goneFrom(plans, ['name', 'size'])).toEqual([])
    const valued = { ...plans, columns: ['name', 'field.f1', 'field.f2'] }
    expect(goneFrom(valued, ['name'])).toEqual([])
    expect(goneFrom(valued, ['name'], ['f2'])).toEqual(['one of its columns'])
  })

  test('is read as what the list shows', () => {
    const { search, hash } = addressOf(plans)
    const { look, columns } = plans

    expect(isAlike({ ...arrangedAt(search, hash), look, columns }, plans)).toBe(true)
    expect(isAlike({ ...arrangedAt({ ...search, sort: 'name' }, hash), look, columns }, plans)).toBe(false)
    expect(isAlike({ ...arrangedAt(search, hash), look, columns: null }, plans)).toBe(false)
  })

  test('may name the view alone', () => {
    expect(isBare({ view: id }, '/files')).toBe(true)
    expect(isBare({ view: id }, `/files/category/${category}`)).toBe(false)
    expect(isBare({ view: id, sort: 'name' }, '/files')).toBe(false)
    expect(isBare({}, '/files')).toBe(false)
  })
})
