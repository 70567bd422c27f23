import { expect, test } from 'vitest'
import { fieldsOf } from '#schemas/records/import-columns.ts'
import {
  isUnclear,
  labelledFields,
  rememberedColumns,
  sentColumns,
  shownColumns,
  withColumn,
} from '#web/features/imports/chosen-columns.ts'

const headings = ['Firma', 'Ref', 'Phone']

test('each field has its best guess, and what is left out is told', () => {
  expect(shownColumns('clients', headings, {}, [])).toEqual({
    columns: { id: '', external_id: 'Ref', name: '' },
    leftOut: ['Firma', 'Phone'],
  })
  expect(shownColumns('clients', headings, { name: 'Firma', external_id: '' }, []).columns).toEqual({
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
  expect(isUnclear('sites', ['Name', 'Client', 'Postcode'], [])).toBe(false)
  expect(isUnclear('clients', ['Name', 'Client', 'Postcode'], [])).toBe(true)
  expect(isUnclear('clients', ['Firma'], [])).toBe(true)
  expect(isUnclear('clients', [], [])).toBe(false)
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
  expect(rememberedColumns('clients', headings, runs, [])).toEqual(chosen)
  expect(rememberedColumns('clients', ['Name'], runs, [])).toEqual({})
})

test('the fields of clients and sites begin with those that are needed', () => {
  expect(labelledFields('clients', []).map(([field]) => field)).toEqual(['name', 'external_id', 'id'])
  expect(
    labelledFields('sites', [])
      .slice(0, 2)
      .map(([field]) => field),
  ).toEqual(['name', 'client'])
})

test('own fields are told by their names, and sent where they are chosen otherwise', () => {
  const own = [
    { id: 'f1', name: 'Meter' },
    { id: 'f2', name: 'Client' },
  ]
  const found = ['Name', 'Client', 'Meter', 'Zähler']
  expect(labelledFields('sites', own).slice(-2)).toEqual([
    ['field.f1', 'Meter'],
    ['field.f2', 'Client (field)'],
  ])
  expect(isUnclear('sites', found.slice(0, 3), own)).toBe(false)
  expect(shownColumns('sites', found, {}, own).leftOut).toEqual(['Zähler'])
  const { columns } = shownColumns('sites', found, {}, own)
  expect([columns['field.f1'], columns['field.f2']]).toEqual(['Meter', ''])
  expect(Object.keys(sentColumns('sites', found, columns, own))).toEqual(fieldsOf('sites'))
  expect(sentColumns('sites', found, withColumn(columns, 'field.f2', 'Zähler'), own)).toMatchObject({
    name: 'Name',
    'field.f2': 'Zähler',
  })
  expect(sentColumns('sites', found, {}, own)).toEqual({})
  const run = { kind: 'sites', status: 'finished', columns: { 'field.f1': 'Zähler', 'field.gone': 'Meter' } } as const
  expect(rememberedColumns('sites', found, [run], own)).toEqual({ 'field.f1': 'Zähler' })
})
