import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { RunPanel } from '#web/features/imports/run-panel.tsx'

const api = fakeApi()

const progress = { done: 128, listed: 128, total: 600, rows_per_second: 90, undoing: false }
const running: object = {
  id: 'r1',
  kind: 'clients',
  file_name: 'crm.csv',
  rows: 600,
  columns: {},
  status: 'running',
  progress,
  started_at: '2026-11-20T10:00:00.000Z',
  started_by: 'Ann Archer',
  finished_at: null,
  undone_at: null,
  stopped_at: null,
  undone: null,
  created: 128,
  updated: 0,
  unchanged: null,
  refused: null,
  clients_created: 0,
  made: { clients: 0, sites: 0, visits: 0, categories: 0 },
  unknown_columns: [],
}

const show = (run: object) => {
  api.on('GET /api/import/r1/refused?limit=50', () => ({ body: [], headers: { 'x-total-count': '0' } }))
  return renderApp(
    <>
      <RunPanel run={{ ...running, ...run } as ImportRun} />
      <Announcements />
    </>,
  )
}

const entry = {
  id: 't1',
  resource: 'clients',
  record_id: null,
  name: 'Import of crm.csv',
  contents: { clients: 128 },
  expires_at: '2026-12-20T10:00:00.000Z',
}

const posted = () => api.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)

test('a running import is stopped once somebody has said so in the dialog', async () => {
  api.on('POST /api/import/r1/stop', () => ({ body: running }))
  const { getByRole } = await show({})

  await getByRole('button', { name: 'Stop import' }).click()
  const dialog = getByRole('dialog', { name: 'Stop import' })
  await expect
    .element(dialog.getByText(/^No more rows of crm\.csv will be written\. What was written stays/))
    .toBeVisible()
  expect(posted()).toEqual([])
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()

  await expect.element(getByRole('button', { name: 'Stopping…' })).toBeDisabled()
  expect(posted()).toEqual(['/api/import/r1/stop'])
})

test('that an import ended before it was stopped is said in the dialog', async () => {
  api.on('POST /api/import/r1/stop', () => ({ status: 409, body: { message: 'The import is not running.' } }))
  const { getByRole } = await show({})

  await getByRole('button', { name: 'Stop import' }).click()
  await getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()

  await expect.element(getByRole('alert')).toHaveTextContent('The import is not running.')
})

test.each([
  ['is being undone', { progress: { ...progress, undoing: true } }],
  ['waits for lists to show its end', { finished_at: '2026-11-20T10:01:00.000Z' }],
  ['has ended', { status: 'finished', progress: null, finished_at: '2026-11-20T10:01:00.000Z' }],
])('one that %s cannot be stopped', async (_, run) => {
  const { getByRole, getByText } = await show(run)

  await expect.element(getByText(/^Ann Archer on /)).toBeVisible()
  expect(getByRole('button', { name: 'Stop import' }).elements()).toEqual([])
})

test('one that was stopped says when, what was written and how to go on, and can be undone', async () => {
  const { getByRole, getByText } = await show({
    status: 'stopped',
    progress: null,
    stopped_at: '2026-11-20T10:01:00.000Z',
  })

  await expect.element(getByRole('status')).toHaveTextContent('Stopped')
  await expect.element(getByText('128 clients created, 0 updated')).toBeVisible()
  await expect.element(getByText(/^November 20th, 2026 /)).toBeVisible()
  await expect.element(getByText('Send the same file again: no row is imported twice.')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Undo import' })).toBeVisible()
})

test('the undoing of one is undone by Ctrl+Z, which restores what it put into the trash', async () => {
  const undone = { deleted: 128, reverted: 0, kept: 0, kept_records: [], trash_id: 't1' }
  api.on('POST /api/import/r1/undo', () => ({ body: undone }))
  api.on('POST /api/trash/t1/restore', () => ({ lines: [{ outcome: entry, position: null }] }))
  const { getByRole, getByText } = await show({ status: 'finished', progress: null })
  await getByRole('button', { name: 'Undo import' }).click()
  await getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(getByText('The import has been undone.')).toBeVisible()

  await userEvent.keyboard('{Control>}z{/Control}')

  await expect.element(getByText('The records have been restored.')).toBeVisible()
  expect(posted()).toEqual(['/api/import/r1/undo', '/api/trash/t1/restore'])
})

test('one that was undone says where its records are, as long as they are there', async () => {
  let entries = [entry]
  api.on('GET /api/trash?import=r1', () => ({ body: entries }))
  const over = { status: 'undone', progress: null, undone_at: '2026-11-20T10:01:00.000Z' }
  const first = await show(over)
  await expect.element(first.getByText(/^128 clients can be restored until December 20th, 2026 /)).toBeVisible()
  await expect
    .element(first.getByRole('link', { name: 'Show in the trash' }))
    .toHaveAttribute('href', '/dashboard/trash?import=r1')
  await first.unmount()

  entries = []
  const { getByText } = await show(over)

  await expect.poll(() => api.sent.filter(({ path }) => path === '/api/trash?import=r1')).toHaveLength(2)
  await expect.element(getByText(/can be restored/)).not.toBeInTheDocument()
})

test('one of files counts them and their bytes', async () => {
  const bytes = { done: 1024 ** 2, total: 3 * 1024 ** 2 }
  const { getByText, getByRole } = await show({ kind: 'files', progress: { ...progress, bytes } })

  await expect.element(getByText(/^128 of 600 files \(1 MB of 3 MB\), 90 a second/)).toBeVisible()
  await expect.element(getByRole('progressbar', { name: 'Files that lists show' })).toBeVisible()
})

test('one of files that has ended says what came', async () => {
  const ended = { status: 'finished', progress: null, finished_at: '2026-11-20T10:05:00.000Z' }
  const made = { clients: 2, sites: 1, visits: 0, categories: 3 }
  const { getByText } = await show({ kind: 'files', ...ended, unchanged: 5, refused: 1, clients_created: 2, made })

  const outcome = '128 files created, 2 clients, 1 site and 3 categories added for them, 5 unchanged, 1 refused'
  await expect.element(getByText(outcome)).toBeVisible()
})
