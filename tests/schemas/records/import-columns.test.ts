import { describe, expect, test } from 'vitest'
import {
  type ColumnChoice,
  columnsOf,
  faultOfChoice,
  fieldsOf,
  type OwnHeading,
  ownColumn,
} from '#schemas/records/import-columns.ts'

describe('the columns of a file', () => {
  test('fill the fields whose names or aliases they are, the best of several', () => {
    const { of, unknown, twice } = columnsOf('sites', ['Customer', 'Ref', 'Site-Name', 'client', 'Phone'])
    expect([...of]).toEqual([
      ['external_id', 'Ref'],
      ['name', 'Site-Name'],
      ['client', 'client'],
    ])
    expect([unknown, twice]).toEqual([['Customer', 'Phone'], []])
  })

  test('that were chosen are taken as they are written, and by no other field', () => {
    const { of, unknown } = columnsOf('sites', ['Name', 'Site', 'Client', 'Ref'], { name: 'Client', external_id: '' })
    expect([...of]).toEqual([['name', 'Client']])
    expect(unknown).toEqual(['Name', 'Site', 'Ref'])
  })

  test('are ambiguous where two of them are alike, unless one was chosen', () => {
    expect(columnsOf('clients', ['Name', 'NAME']).twice).toEqual(['Name'])
    expect(columnsOf('clients', ['Name', 'NAME'], { name: 'NAME' }).twice).toEqual([])
    expect(columnsOf('clients', ['Firma', 'Firma'], { name: 'Firma' }).twice).toEqual(['Firma'])
  })
})

describe('columns of own fields', () => {
  const [meter, safe, customer, visits] = ['Gas meter', 'Gas-meter', 'Customer', 'Visits'].map((name, at) => ({
    id: `0199aaaa-0000-7000-8000-00000000000${at}`,
    name,
  }))
  if (!meter || !safe || !customer || !visits) throw new Error('four fields')
  const filled = (columns: readonly string[], own: readonly OwnHeading[], choice: ColumnChoice = {}) =>
    Object.fromEntries(columnsOf('sites', columns, choice, own).of)

  test('are told by their names, also where imports take such a word for a field that all teams have', () => {
    const columns = ['Site', 'customer', 'GAS METER', 'Customer (Field)', 'Phone']
    expect(filled(columns, [meter, customer])).toEqual({
      name: 'Site',
      client: 'customer',
      [ownColumn(meter)]: 'GAS METER',
      [ownColumn(customer)]: 'Customer (Field)',
    })
    expect(columnsOf('sites', columns, {}, [meter, customer]).unknown).toEqual(['Phone'])
    expect(filled(['Visits', 'Visits (field)'], [visits])).toEqual({ [ownColumn(visits)]: 'Visits (field)' })
  })

  test('are those that are written as the field is, where two are alike but for hyphens and case', () => {
    const own = [safe, meter]
    expect(filled(['Gas meter', 'Gas-meter'], own)).toEqual({
      [ownColumn(meter)]: 'Gas meter',
      [ownColumn(safe)]: 'Gas-meter',
    })
    expect(columnsOf('sites', ['gas meter', 'gas-meter'], {}, own).twice).toEqual(['gas meter'])
    expect(filled(['gas meter'], own)).toEqual({ [ownColumn(safe)]: 'gas meter' })
  })

  test('can be chosen, and fill nothing else then', () => {
    const columns = ['Name', 'Gas meter', 'Zähler']
    expect(filled(columns, [meter], { [ownColumn(meter)]: 'Zähler' })).toEqual({
      name: 'Name',
      [ownColumn(meter)]: 'Zähler',
    })
    expect(filled(columns, [meter], { postcode: 'Gas meter' })).toEqual({ name: 'Name', postcode: 'Gas meter' })
    expect(filled(columns, [meter], { [ownColumn(meter)]: '' })).toEqual({ name: 'Name' })
    expect(faultOfChoice('sites', { [ownColumn(meter)]: 'A' }, [meter])).toBeUndefined()
    expect(faultOfChoice('sites', { [ownColumn(meter)]: 'A' }, [])).toContain('is no field of sites')
  })
})

test('clients and sites have fields of their own, and each column is chosen once', () => {
  expect(fieldsOf('clients')).toEqual(['id', 'external_id', 'name'])
  expect(faultOfChoice('sites', { name: 'A', postcode: '', client: '' }, [])).toBeUndefined()
  expect(faultOfChoice('sites', { name: 'A', postcode: 'A' }, [])).toBe('The column “A” is chosen for two fields.')
  expect(faultOfChoice('clients', { postcode: 'A' }, [])).toMatch(/^“postcode” is no field of clients\./)
})
