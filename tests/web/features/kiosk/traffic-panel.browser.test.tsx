import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { TrafficPanel } from '#web/features/kiosk/platform/platform-tab.tsx'

const api = fakeApi()

const day = (number: number) => ({
  day: `2026-03-${String(number).padStart(2, '0')}`,
  events: 1000 * number,
  log_bytes: 2048,
  mails: { sent: 7, nobody: 1, 'too-old': 2, refused: 4 },
  texts: { sent: 5, nobody: 1, 'too-old': 1, refused: 1 },
})

test('each of the newest fourteen days tells its events, the growth of the log, and what became of messages', async () => {
  api.on('GET /api/kiosk/traffic?days=90', () => ({
    body: Array.from({ length: 20 }, (_, before) => day(20 - before)),
  }))
  const { getByRole } = await renderApp(<TrafficPanel />)

  await expect.element(getByRole('row', { name: /^20\/03\/2026 20,000 2 KB 7 4 3 5 3$/ })).toBeVisible()
  await expect.element(getByRole('row', { name: /^07\/03\/2026/ })).toBeVisible()
  expect(getByRole('row', { name: /^06\/03\/2026/ }).elements()).toEqual([])
})
