import { expect, test } from 'vitest'
import { refusedFileName, refusedTable } from '#web/features/imports/refused-table.ts'

const nameless = { name: ['The name field is required.'] }

test('refused rows are as they were sent, with their number and reasons in the last columns', () => {
  const errors = { ...nameless, postcode: ['The postcode is too long.'] }
  expect(refusedTable([{ row: 4, errors, cells: { Ref: 'S-3', 'Site name': '', Phone: 7 } }])).toEqual([
    {
      Ref: 'S-3',
      'Site name': '',
      Phone: 7,
      row: 4,
      message: 'The name field is required. The postcode is too long.',
    },
  ])
})

test('rows with other columns, and those that were no rows of the table, make one table', () => {
  const table = refusedTable([
    { row: 2, errors: { row: ['The row has 3 instead of 2 columns.'] }, cells: {} },
    { row: 3, errors: nameless, cells: { name: { first: 'Ann' } } },
    { row: 4, errors: nameless, cells: { name: null, client: 'Dockside' } },
  ])
  expect(table.map((row) => Object.keys(row))).toEqual(Array(3).fill(['name', 'client', 'row', 'message']))
  expect(table.map(({ name, client }) => [name, client])).toEqual([
    ['', ''],
    ['{"first":"Ann"}', ''],
    ['', 'Dockside'],
  ])
})

test('the number and the reasons of another try replace those of the first', () => {
  const cells = { name: '', row: '9', message: 'The name field is required.' }
  expect(refusedTable([{ row: 2, errors: nameless, cells }])).toEqual([{ ...cells, row: 2 }])
})

test('the file is named after the imported one', () => {
  expect(refusedFileName('sites.2026.csv')).toBe('refused-sites.2026.csv')
  expect(refusedFileName('Sites')).toBe('refused-Sites.csv')
})
