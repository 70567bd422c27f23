import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Charts from '#web/features/kiosk/metrics/charts.tsx'
import { PlansPanel } from '#web/features/kiosk/metrics/plans-panel.tsx'
import { Revenue } from '#web/features/kiosk/metrics/revenue.tsx'

const api = fakeApi()
const nothing = () => undefined

const path = '/spark/kiosk/performance-indicators'
/** The days up to 23 November 2026, oldest first; each has its distance from that day as its number of new users. */
const days = (many: number) =>
  Array.from({ length: many }, (_, at) => ({
    created_at: new Date(Date.UTC(2026, 10, 23 - (many - 1 - at))).toISOString(),
    monthly_recurring_revenue: 19,
    yearly_recurring_revenue: 228,
    daily_volume: 10,
    new_users: many - 1 - at,
  }))

test.each([
  ['[CONST2-18] monthly recurring revenue', 'Monthly recurring revenue', 30],
  ['[CONST2-19] yearly recurring revenue', 'Yearly recurring revenue', 30],
  ['[CONST2-20] volume', 'Daily volume', 14],
  ['[CONST2-21] new users', 'New users', 14],
])('%s is charted for the newest days, or for all of a chosen range', async (_, name, newest) => {
  const table = `${name}, day by day`
  const some = await renderApp(<Charts days={days(60)} narrowed={false} onExplain={nothing} />)
  const rows = some.getByRole('table', { name: table }).getByRole('row')

  await expect.poll(() => rows.elements().length).toBe(newest + 1)
  expect(rows.last().element().textContent).toMatch(/^23\/11\/2026/)
  await some.unmount()
  const all = await renderApp(<Charts days={days(60)} narrowed onExplain={nothing} />)
  await expect.poll(() => all.getByRole('table', { name: table }).getByRole('row').elements().length).toBe(61)
})

test('[CONST2-23] total trial users are those on a trial of their own and those of each plan', async () => {
  const plan = { name: 'Starter', interval: 'monthly', count: 4, trialing: 2 }
  api.on(`GET ${path}/plans`, () => ({ body: [plan, { ...plan, interval: 'yearly', trialing: 1 }] }))
  api.on(`GET ${path}/trialing`, () => ({ body: 3 }))
  const { getByText } = await renderApp(<PlansPanel />)

  await expect.element(getByText('Total trial users: 6, 3 without a plan')).toBeVisible()
})

test('[CONST2-22] revenue is compared with a month and a year ago, the volume with all that was paid by then', async () => {
  const [then = days(1)[0]] = days(32)
  const before = { ...then, monthly_recurring_revenue: 20, yearly_recurring_revenue: 0 }
  const revenue = { monthlyRecurringRevenue: 19, yearlyRecurringRevenue: 228, totalVolume: 930 }
  api.on(`GET ${path}/revenue`, () => ({ body: revenue }))
  api.on(`GET ${path}`, () => ({ body: { indicators: days(60), last_month: before, last_year: null } }))
  const { getByText } = await renderApp(<Revenue onExplain={nothing} />)

  await expect.element(getByText('-5% from last month')).toBeVisible()
  // 31 days of 10 each came since: 620 then, 930 now.
  await expect.element(getByText('+50% from last month')).toBeVisible()
  await expect.element(getByText(/from last year/)).not.toBeInTheDocument()
})
