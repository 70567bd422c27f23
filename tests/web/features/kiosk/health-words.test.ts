import { expect, test } from 'vitest'
import type { KioskBilling } from '#schemas/resources/kiosk-billing.ts'
import type { LeftOutPass, Queue } from '#schemas/resources/queues.ts'
import type { ReadModel } from '#schemas/resources/read-models.ts'
import type { Replica } from '#schemas/resources/replicas.ts'
import type { Storage } from '#schemas/resources/storage.ts'
import { troublesOf } from '#web/features/kiosk/platform/health-words.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const backupAt = (at: string) => ({ events: 10, newest_backup: { at, files: 1, bytes: 1 } })
const installation = (storage: Partial<Storage>, model: Partial<ReadModel> = {}, queue: Partial<Queue> = {}) => ({
  replicas: [{ name: 'api-1', cannot_read: [] as string[] } as Replica],
  models: [{ name: 'search', error: null, outdated: false, ...model } as ReadModel],
  queues: [{ name: 'mail', failed: 0, paused: false, ...queue } as Queue],
  passes: [] as LeftOutPass[],
  billing: { last_sweep: null } as KioskBilling,
  storage: { events: 10, events_since: '2026-11-01T00:00:00Z', newest_backup: null, ...storage } as Storage,
})
const said = (...of: Parameters<typeof installation>) => Object.values(troublesOf(installation(...of), now)).flat()
const noBackup = { text: 'No backup was taken for 26 hours', urgent: true }

test('an installation is well that was backed up in the last 26 hours and where nothing stands still', () => {
  const taken = backupAt('2026-11-27T10:00:00Z')

  expect(said(taken)).toEqual([])
  expect(said(backupAt('2026-11-27T09:59:59Z'))).toEqual([noBackup])
  expect(said({})).toEqual([noBackup])
  expect(said({ events_since: '2026-11-28T11:59:00Z' })).toEqual([])
  expect(said({ events: null, events_since: null })).toEqual([
    { text: 'Backup: unknown, the log is in an EventStoreDB', urgent: false },
  ])
  expect(said(taken, { error: 'A row is missing.' })).toEqual([
    { text: 'The read model search stands still', urgent: true },
  ])
  expect(said(taken, {}, { failed: 1200, paused: true }).map(({ text }) => text)).toEqual([
    'The queue mail is paused',
    '1,200 jobs of mail failed',
  ])
})

test('an installation says which pass is left out, for how long and why', () => {
  const left = { name: 'expired-trash', since: '2026-11-28T11:50:00Z', reason: 'It lacks events that the log holds.' }

  expect(troublesOf({ ...installation({}), passes: [left] }, now).passes).toEqual([
    {
      text: 'The pass expired-trash has been left out for 10 minutes: It lacks events that the log holds.',
      urgent: true,
    },
  ])
})

test('an installation names the replica that keeps others from writing what it cannot read', () => {
  const old = { name: 'api-2', cannot_read: ['ClientAdded', 'VisitAdded'] } as Replica

  expect(troublesOf({ ...installation({}), replicas: [old] }, now).replicas).toEqual([
    { text: 'api-2 has to be updated: others wait until it can read ClientAdded, VisitAdded', urgent: false },
  ])
})
