import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { QueuesPanel } from '#web/features/kiosk/platform/queues-panel.tsx'

const api = fakeApi()

const idle = { name: 'crop-picture', waiting: 0, active: 0, delayed: 0, failed: 0, oldest_at: null, failed_jobs: [] }
const job = (id: string) => ({ id: `send-mail-${id}`, attempts: 3, failed_at: null, reason: 'The mail server is gone' })
const failing = () => ({
  ...{ name: 'send-mail', waiting: 1, active: 0, delayed: 2, failed: 2 },
  ...{ oldest_at: new Date(Date.now() - 3 * 3_600_000).toISOString(), failed_jobs: [job('a'), job('b')] },
})

test('what failed is retried one by one or all at once, and the oldest job tells its age', async () => {
  api.on('GET /api/kiosk/queues', () => ({ body: [idle, failing()] }))
  api.on('POST /api/kiosk/queues/send-mail/retry', () => ({ body: { retried: 1 } }))
  const { getByRole, getByText } = await renderApp(<QueuesPanel />)
  const retried = () => api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)

  await expect.element(getByRole('row', { name: /^send-mail 1 0 2 3 hours ago 2/ })).toBeVisible()
  await expect.element(getByRole('row', { name: /^crop-picture 0 0 0 none 0/ })).toBeVisible()
  await expect.element(getByText('The mail server is gone (3 tries)').first()).toBeVisible()
  await getByRole('listitem').nth(1).getByRole('button', { name: 'Retry' }).click()
  await expect.poll(retried).toEqual([{ ids: ['send-mail-b'] }])
  await getByRole('button', { name: 'Retry all that failed in send-mail' }).click()
  await expect.poll(retried).toEqual([{ ids: ['send-mail-b'] }, {}])
})
