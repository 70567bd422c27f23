import { describe, expect, test } from 'vitest'
import { columnsOf, faultOfChoice, fieldsOf } from '#schemas/records/import-columns.ts'

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

test('clients and sites have fields of their own, and each column is chosen once', () => {
  expect(fieldsOf('clients')).toEqual(['id', 'external_id', 'name'])
  expect(faultOfChoice('sites', { name: 'A', postcode: '', client: '' })).toBeUndefined()
  expect(faultOfChoice('sites', { name: 'A', postcode: 'A' })).toBe('The column “A” is chosen for two fields.')
  expect(faultOfChoice('clients', { postcode: 'A' })).toMatch(/^“postcode” is no field of clients\./)
})
