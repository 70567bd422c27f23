import { describe, expect, test } from 'vitest'
import type * as contracts from '#schemas/resources/categories.ts'
import {
  blankValues,
  bodyFrom,
  type Field,
  type FieldsOf,
  previewOf,
  readTheSame,
  valuesFrom,
} from '#web/lib/form-fields.ts'

type Row = { name: string; slug: string; size: number }

const text = <Name extends 'name' | 'slug'>(name: Name): Field<Pick<Row, Name>, string, string> => ({
  label: name,
  blank: '',
  from: (row) => row[name],
  send: (value) => value.trim(),
  read: (value) => value,
  preview: (value) => ({ [name]: value }),
  input: () => null,
})
const size: Field<Row, number, number> = {
  ignored: true,
  blank: 0,
  from: (row) => row.size,
  send: (value) => value,
  read: String,
  input: () => null,
}

const fields = { name: text('name'), slug: text('slug'), size }
const roofs: Row = { name: 'Roofs', slug: 'roofs', size: 3 }

describe('the fields of a form', () => {
  test('give its first values, empty or from a record', () => {
    expect(blankValues(fields)).toEqual({ name: '', slug: '', size: 0 })
    expect(valuesFrom(fields, roofs)).toEqual(roofs)
  })

  test('send every one of them', () => {
    expect(bodyFrom(fields, { name: ' Walls ', slug: 'walls', size: 3 })).toEqual({
      name: 'Walls',
      slug: 'walls',
      size: 3,
    })
  })

  test('show in lists what they preview, beside what the form does not hold', () => {
    const row = { ...roofs, id: 'c1' }
    expect(previewOf(fields, row, { name: 'Walls', slug: 'walls', size: 9 })).toEqual({
      id: 'c1',
      name: 'Walls',
      slug: 'walls',
      size: 3,
    })
  })

  test('distinguish two versions of a record by each field that the server reads', () => {
    expect(readTheSame(fields, roofs, { ...roofs })).toBe(true)
    expect(readTheSame(fields, roofs, { ...roofs, slug: 'walls' })).toBe(false)
    expect(readTheSame(fields, roofs, { ...roofs, size: 4 } as Row)).toBe(true)
  })

  test('must be all that the contract’s body has', () => {
    // @ts-expect-error the slug is missing
    const some: FieldsOf<typeof contracts.updateCategory> = { name: text('name') }
    expect(Object.keys(some)).toEqual(['name'])
  })
})
