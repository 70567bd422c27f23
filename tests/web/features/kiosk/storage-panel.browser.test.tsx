import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { StoragePanel } from '#web/features/kiosk/platform/storage-panel.tsx'

const api = fakeApi()

test('the largest teams lead to their profiles, and the newest backup says how old it is', async () => {
  const at = new Date(Date.now() - 26 * 3_600_000).toISOString()
  const disks = { events: null, read_models: 4096, free: 1_048_576, content_free: 1_048_576 }
  const shown = { ...disks, newest_backup: { at, files: 3, bytes: 2048 } }
  const other = { ...disks, replica: 'b', free: 2_097_152, newest_backup: null }
  api.on('GET /api/kiosk/storage', () => ({ body: { ...shown, replicas: [{ ...shown, replica: 'a' }, other] } }))
  api.on('GET /api/kiosk/metrics', () => ({ body: [] }))
  api.on('GET /api/kiosk/storage/teams', () => ({
    body: [{ id: 't1', name: 'Northgate', files: 1200, bytes: 3_145_728 }],
  }))
  const { getByRole, getByText } = await renderApp(<StoragePanel />)

  await expect.element(getByText('in an EventStoreDB')).toBeVisible()
  await expect.element(getByRole('definition').getByText('1 day ago: 3 files, 2 KB')).toBeVisible()
  await expect.element(getByRole('row', { name: /^b 4 KB 2 MB 1 MB none was taken here$/ })).toBeVisible()
  await expect.element(getByRole('row', { name: /^Northgate 1,200 3 MB$/ })).toBeVisible()
  await expect.element(getByRole('link', { name: 'Northgate' })).toHaveAttribute('href', '/#/teams/t1')
})
