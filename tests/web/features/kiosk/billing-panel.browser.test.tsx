import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { BillingPanel } from '#web/features/kiosk/platform/billing-panel.tsx'

const api = fakeApi()

test('what is not known of the payment provider is not told as never', async () => {
  const none = { total: 0, oldest: [] }
  api.on('GET /api/kiosk/billing', () => ({
    body: {
      provider: 'sandbox',
      open_orders: none,
      unhandled_events: none,
      last_sweep: null,
      differences: [],
      news_asked_at: null,
      sweep_ordered_at: null,
    },
  }))
  const { getByRole } = await renderApp(<BillingPanel />)

  const facts = getByRole('definition')
  await expect.element(facts.nth(4)).toHaveTextContent('not known')
  await expect.element(facts.nth(3)).toHaveTextContent('never')
})
