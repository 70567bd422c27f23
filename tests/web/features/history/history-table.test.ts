import { expect, test } from 'vitest'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { historyTable } from '#web/features/history/history-table.ts'

const entry = {
  position: '7',
  at: '2026-03-01T10:00:09.000Z',
  type: 'SiteUpdated',
  summary: 'Changed the site Quay House',
  resource: 'sites',
  id: 's1',
  team: { id: 't1', name: 'North' },
  actor: { id: 'u1', name: 'Ann' },
  impersonator: null,
  via: { kind: 'token', id: 'k1', name: 'Night job' },
  changes: [
    { field: 'name', from: 'Quay House', to: 'Quay House East' },
    { field: 'postcode', from: 'SE1 2AA', to: null, record: 'Mill Lane' },
    { field: 'client_id', from: null, to: 'Dockside' },
    { field: 'password', from: null, to: null },
  ],
} as unknown as HistoryEntry

test('[D-92] an entry is saved with its instant, who did what and how, and each value before and after', () => {
  expect(historyTable([entry, { ...entry, team: null, changes: [] }])).toEqual([
    {
      at: '2026-03-01T10:00:09.000Z',
      who: 'Ann, through the API (Night job)',
      event: 'SiteUpdated',
      id: 's1',
      what: 'Changed the site Quay House',
      team: 'North',
      position: '7',
      changes:
        'Name: Quay House → Quay House East; Mill Lane, Postcode: SE1 2AA → removed; Client: Dockside; Password: changed',
    },
    expect.objectContaining({ team: '', changes: '' }),
  ])
})
