import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { QueuesPanel } from '#web/features/kiosk/platform/queues-panel.tsx'

const api = fakeApi()

const idle = {
  name: 'crop-picture',
  paused: false,
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  oldest_at: null,
  failed_jobs: [],
}
const job = (id: string) => ({ id: `send-mail-${id}`, attempts: 3, failed_at: null, reason: 'The mail server is gone' })
const failing = () => ({
  name: 'send-mail',
  paused: false,
  waiting: 1,
  active: 0,
  delayed: 2,
  failed: 2,
  oldest_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  failed_jobs: [job('a'), job('b')],
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

test('a queue is paused, says so, and is resumed', async () => {
  let paused = false
  api.on('GET /api/kiosk/queues', () => ({ body: [{ ...idle, paused }] }))
  const turning = (to: boolean) => () => {
    paused = to
    return { body: { ...idle, paused } }
  }
  api.on('POST /api/kiosk/queues/crop-picture/pause', turning(true))
  api.on('POST /api/kiosk/queues/crop-picture/resume', turning(false))
  const { getByRole } = await renderApp(<QueuesPanel />)

  await getByRole('button', { name: 'Pause crop-picture' }).click()
  await expect.element(getByRole('row', { name: /^crop-picture Paused/ })).toBeVisible()
  await getByRole('button', { name: 'Resume crop-picture' }).click()
  await expect.element(getByRole('row', { name: /^crop-picture 0/ })).toBeVisible()
})

test('a failed job leads to its event, its record and its team', async () => {
  const event = { id: 'e', type: 'InvitationSent', stream: 'team-7', position: '4711', at: '2026-03-01T10:00:00.000Z' }
  const records = [
    { resource: 'users', id: 'u1', name: 'Ann' },
    { resource: 'files', id: 'f1', name: 'Plan' },
  ]
  api.on('GET /api/kiosk/queues', () => ({ body: [failing()] }))
  api.on('GET /api/kiosk/queues/send-mail/jobs/send-mail-b/origin', () => ({ body: { event, team_id: 't1', records } }))
  const { getByRole } = await renderApp(<QueuesPanel />)

  await getByRole('listitem').nth(1).getByRole('button', { name: 'What it is about' }).click()
  const dialog = getByRole('dialog', { name: 'What the job is about' })
  await expect.element(dialog.getByText('InvitationSent')).toBeVisible()
  await expect.element(dialog.getByText('4711')).toBeVisible()
  await expect.element(dialog.getByText('Plan, f1')).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'Ann' })).toHaveAttribute('href', '/#/users/u1')
  await expect.element(dialog.getByRole('link', { name: 't1' })).toHaveAttribute('href', '/#/teams/t1')
})
