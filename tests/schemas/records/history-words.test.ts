import { expect, test } from 'vitest'
import { fieldLabel, whoDid } from '#schemas/records/history-words.ts'
import type { HistoryEntry } from '#schemas/resources/history.ts'

const entry = (overrides: object): HistoryEntry =>
  ({
    actor: { id: '1', name: 'Ann Archer' },
    impersonator: null,
    via: { kind: 'session', id: null, name: null },
    ...overrides,
  }) as HistoryEntry

test.each([
  ['completed_at', 'Completion date'],
  ['name', 'Name'],
  ['parent_id', 'Parent'],
  ['client', 'Client'],
  ['ends_at', 'Ends'],
  ['external_id', 'External ID'],
  ['Meter_id', 'Meter_id'],
  ['meter (field)', 'meter (field)'],
])('the field %s is called %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})

test('an entry says who did it, and how where that was not by hand', () => {
  expect(whoDid(entry({}))).toBe('Ann Archer')
  expect(whoDid(entry({ via: { kind: 'token', id: '1', name: 'Night job' } }))).toBe(
    'Ann Archer, through the API (Night job)',
  )
  expect(whoDid(entry({ via: { kind: 'personal-token', id: '1', name: 'Phone' } }))).toBe('Ann Archer, via Phone')
  expect(whoDid(entry({ via: { kind: 'personal-token', id: '1', name: null } }))).toBe(
    'Ann Archer, via a personal access token',
  )
  expect(whoDid(entry({ via: { kind: 'oauth', id: '1', name: 'Phone' } }))).toBe('Ann Archer, via Phone')
  expect(whoDid(entry({ impersonator: { id: '2', name: 'Olga Ott' } }))).toBe('Ann Archer, by the operator Olga Ott')
  expect(whoDid(entry({ actor: null, via: { kind: 'worker', id: null, name: null } }))).toBe(
    'Siteledger, in the background',
  )
})
