import { expect, test } from 'vitest'
import { merged } from '#web/lib/merged.ts'

const base = { name: 'Quay House', postcode: 'SE1 2AB', labels: ['fire'] }

test('a change by only one of two people is kept', () => {
  const mine = { ...base, name: 'Quay Hall' }
  const theirs = { ...base, postcode: 'SE1 9ZZ', labels: ['fire', 'gas'] }

  expect(merged(base, mine, theirs)).toEqual({ name: 'Quay Hall', postcode: 'SE1 9ZZ', labels: ['fire', 'gas'] })
})

test('what both changed stays as I typed it', () => {
  expect(merged(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' })).toEqual({ ...base, name: 'Mine' })
})

test('a list that only looks new counts as unchanged', () => {
  const theirs = { ...base, labels: [] }

  expect(merged(base, { ...base, labels: ['fire'] }, theirs)).toEqual(theirs)
})
