import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { OperationsPanel } from '#web/features/kiosk/platform/operations-panel.tsx'
import { QueuesPanel } from '#web/features/kiosk/platform/queues-panel.tsx'

const api = fakeApi()

const queue = { name: 'send-mail', waiting: 0, active: 0, delayed: 0, failed: 0, oldest_at: null, failed_jobs: [] }
const paused = {
  position: '7',
  at: '2026-03-01T10:00:00.000Z',
  type: 'QueuePaused',
  summary: 'Paused the queue send-mail',
  resource: 'platform',
  id: 'send-mail',
  team: null,
  actor: { id: 'u1', name: 'Olga' },
  impersonator: null,
  via: { kind: 'session', id: null, name: null },
  changes: [],
}

test('[D-106] what an operator does stands in the history on the same page at once, also in a narrowed one', async () => {
  let isPaused = false
  const history = () => ({ body: isPaused ? [paused] : [] })
  api.on('GET /api/kiosk/operators', () => ({ body: [{ id: 'u1', name: 'Olga', email: 'olga@example.com' }] }))
  api.on('GET /api/kiosk/history?limit=50', history)
  api.on('GET /api/kiosk/history?kind=platform&limit=50', history)
  api.on('GET /api/kiosk/queues', () => ({ body: [{ ...queue, paused: isPaused }] }))
  api.on('POST /api/kiosk/queues/send-mail/pause', () => {
    isPaused = true
    return { body: { ...queue, paused: true } }
  })
  const { getByRole, getByText } = await renderApp(
    <>
      <QueuesPanel />
      <OperationsPanel />
    </>,
  )
  await expect.element(getByText('Nothing has happened yet.')).toBeVisible()
  await getByRole('combobox', { name: 'Kind' }).selectOptions('platform')
  await expect.element(getByText('No results')).toBeVisible()

  await getByRole('button', { name: 'Pause send-mail' }).click()

  await expect.element(getByText('Paused the queue send-mail')).toBeVisible()
})
