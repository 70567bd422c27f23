import { expectAccessible } from './support/accessibility.ts'
import { enterAsOperator } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const tabs = ['Metrics', 'Users', 'Team Invitations', 'Teams', 'Announcements', 'Platform']

/** Today as charts show it; the days of numbers are those of UTC. */
const today = (): string => new Date().toISOString().slice(0, 10).split('-').reverse().join('/')

/** The text beside a term of a description list. */
const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

test('[KIOSK-01] [KIOSK-02] [KIOSK-04] [KIOSK-07] [KIOSK-08] [KIOSK-09] [KIOSK-10] [PLAT-15] operators reach the kiosk from their menu, with revenue, plans, trials and charts, and each tab by its address; nobody else does @phone', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const account = page.getByRole('button', { name: 'Account of' })
  await page.goto('/spark/kiosk')
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'Your settings' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Kiosk' })).toHaveCount(0)

  await enterAsOperator(context)
  await page.goto('/dashboard')
  await account.click()
  await page.getByRole('menuitem', { name: 'Kiosk' }).click()
  await expect(page).toHaveURL(/\/spark\/kiosk$/)
  await expect(page.getByRole('tab')).toHaveText(tabs)
  await expect(page.getByRole('tab', { name: 'Metrics', selected: true })).toBeVisible()
  await expect(figure(page, 'Monthly recurring revenue')).toHaveText(/^£[\d,]+\.\d\d$/)
  await expect(figure(page, 'Total volume')).toHaveText(/^£[\d,]+\.\d\d$/)
  await expect(figure(page, 'Size of all files')).toHaveText(/^[\d.]+ \w?B$/)
  const plans = page.getByRole('table', { name: 'Plans' })
  await expect(plans.getByRole('row', { name: /^Starter/ })).toHaveCount(2)
  await expect(page.getByText(/^Total trial users: [1-9]/)).toBeVisible()
  for (const name of ['Monthly recurring revenue', 'Yearly recurring revenue', 'Daily volume', 'New users']) {
    const chart = page.getByRole('figure', { name })
    await expect(chart.locator('svg').first()).toBeVisible()
    await expect(chart.getByRole('row', { name: new RegExp(`^${today()}`) })).toHaveCount(1)
  }
  await expectAccessible(page)

  for (const name of tabs.slice(1)) {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/spark/kiosk#/${name.toLowerCase().replace(' ', '-')}$`))
  }
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Platform', exact: true, selected: true })).toBeVisible()
})
