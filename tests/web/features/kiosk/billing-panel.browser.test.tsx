import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { BillingPanel } from '#web/features/kiosk/platform/billing-panel.tsx'

const api = fakeApi()

const none = { total: 0, oldest: [] }
const billing = {
  provider: 'sandbox',
  open_orders: none,
  unhandled_events: none,
  last_sweep: null as object | null,
  differences: [],
  news_asked_at: null,
  sweep_ordered_at: null as string | null,
}

test('what is not known of the payment provider is not told as never', async () => {
  api.on('GET /api/kiosk/billing', () => ({ body: billing }))
  const { getByRole } = await renderApp(<BillingPanel />)

  const facts = getByRole('definition')
  await expect.element(facts.nth(4)).toHaveTextContent('not known')
  await expect.element(facts.nth(3)).toHaveTextContent('never')
})

test('a comparison with the payment provider is ordered, awaited, and told', async () => {
  let shown = billing
  api.on('GET /api/kiosk/billing', () => ({ body: shown }))
  api.on('POST /api/kiosk/billing/sweep', () => {
    shown = { ...billing, sweep_ordered_at: new Date().toISOString() }
    return { body: shown }
  })
  const { getByRole, getByText } = await renderApp(<BillingPanel />)

  await getByRole('button', { name: 'Compare now' }).click()
  await expect.element(getByRole('button', { name: 'Comparing …' })).toBeDisabled()
  shown = { ...billing, last_sweep: { at: new Date().toISOString(), subscriptions: 7, invoices: 1, differences: 0 } }

  await expect.element(getByText('just now: 7 subscriptions, 1 invoice, 0 differences')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Compare now' })).toBeEnabled()
})
