import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import PlatformTab from '#web/features/kiosk/platform/platform-tab.tsx'

const api = fakeApi()

const queue = { name: 'send-mail', paused: false, waiting: 0, active: 0, delayed: 0, oldest_at: null, failed_jobs: [] }
const replica = {
  name: 'host-api-3000',
  role: 'api',
  version: '1.2.3',
  started_at: '2026-11-28T10:00:00.000Z',
  position: '123',
  lag: 4,
  building: ['search'],
  cannot_read: [],
}
const none = { total: 0, oldest: [] }

/** An installation whose mails have failed so many times. */
const show = (failed: number) => {
  const newest_backup = { at: new Date().toISOString(), files: 1, bytes: 1 }
  const disks = { events: 1, read_models: 1, free: 1, content_free: 1, replicas: [] }
  const billing = { provider: 'sandbox', open_orders: none, unhandled_events: none, last_sweep: null, differences: [] }
  api.on('GET /api/kiosk/replicas', () => ({ body: [replica] }))
  api.on('GET /api/kiosk/projections', () => ({ body: [] }))
  api.on('GET /api/kiosk/queues', () => ({ body: [{ ...queue, failed }] }))
  api.on('GET /api/kiosk/passes', () => ({ body: [] }))
  api.on('GET /api/kiosk/billing', () => ({ body: { ...billing, news_asked_at: null, sweep_ordered_at: null } }))
  api.on('GET /api/kiosk/storage', () => ({ body: { ...disks, newest_backup } }))
  api.on('GET /api/kiosk/security-events', () => ({ body: [] }))
  return renderApp(<PlatformTab />)
}

const asked = () => api.sent.map(({ path }) => path.replace('/api/kiosk/', '')).toSorted()

test('where all is well everything is folded, and what is further down is asked for once it is unfolded', async () => {
  const { getByText, getByRole } = await show(0)
  await expect.element(getByText('All is well')).toBeVisible()
  expect(getByRole('button', { expanded: false }).elements()).toHaveLength(8)
  expect(asked()).toEqual(['billing', 'passes', 'projections', 'queues', 'replicas', 'storage'])

  await getByRole('button', { name: 'Security events' }).click()

  await expect.element(getByRole('table', { name: 'Security events' })).toBeVisible()
  await getByRole('button', { name: 'Replicas' }).click()
  await expect.element(getByRole('row', { name: /^host-api-3000 API 1[.]2[.]3 .* 123 4 s search none$/ })).toBeVisible()
})

test('a part in which something is wrong unfolds by itself, and stays folded once somebody folds it', async () => {
  const { getByRole, getByText } = await show(3)

  await expect.element(getByText('3 jobs of send-mail failed')).toBeVisible()
  await expect.element(getByRole('table', { name: 'Queues' })).toBeVisible()
  expect(getByRole('button', { expanded: true }).elements()).toHaveLength(1)
  await getByRole('button', { name: 'Queues', expanded: true }).click()
  await expect.element(getByRole('table', { name: 'Queues' })).not.toBeInTheDocument()
})
