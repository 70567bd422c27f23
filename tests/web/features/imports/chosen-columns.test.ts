import { expect, test } from 'vitest'
import {
  isUnclear,
  labelledFields,
  rememberedColumns,
  shownColumns,
  withColumn,
} from '#web/features/imports/chosen-columns.ts'

const headings = ['Firma', 'Ref', 'Phone']

test('each field has its best guess, and what is left out is told', () => {
  expect(shownColumns('clients', headings, {})).toEqual({
    columns: { id: '', external_id: 'Ref', name: '' },
    leftOut: ['Firma', 'Phone'],
  })
  expect(shownColumns('clients', headings, { name: 'Firma', external_id: '' }).columns).toEqual({
    id: '',
    external_id: '',
    name: 'Firma',
  })
})

test('a column that is given to another field is taken from the one that had it', () => {
  expect(withColumn({ name: 'Firma', external_id: 'Ref' }, 'name', 'Ref')).toEqual({ name: 'Ref', external_id: '' })
  expect(withColumn({ name: 'Firma', external_id: '' }, 'name', '')).toEqual({ name: '', external_id: '' })
})

test('only what names do not tell is unclear', () => {
  expect(isUnclear('sites', ['Name', 'Client', 'Postcode'])).toBe(false)
  expect(isUnclear('clients', ['Name', 'Client', 'Postcode'])).toBe(true)
  expect(isUnclear('clients', ['Firma'])).toBe(true)
  expect(isUnclear('clients', [])).toBe(false)
})

test('what was chosen for the last file with these columns is remembered, unless it was undone', () => {
  const run = (columns: object, others: object = {}) =>
    ({ kind: 'clients', status: 'finished', columns, ...others }) as const
  const chosen = { name: 'Firma', external_id: '' }
  const runs = [
    run({}),
    run({ name: 'Company' }),
    run({ name: 'Phone' }, { status: 'undone' }),
    run({ name: 'Ref' }, { kind: 'sites' }),
    run(chosen),
    run({ name: 'Ref' }),
  ]
  expect(rememberedColumns('clients', headings, runs)).toBe(chosen)
  expect(rememberedColumns('clients', ['Name'], runs)).toEqual({})
})

test('the fields of clients and sites begin with those that are needed', () => {
  expect(labelledFields('clients')).toEqual(['name', 'external_id', 'id'])
  expect(labelledFields('sites').slice(0, 2)).toEqual(['name', 'client'])
})
