import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { panel } from './support/pages.ts'
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

test('each number tells the events that it came about by; days of a range are charted and saved as CSV, and one without days says so', async ({
  page,
  context,
  owner: _,
}) => {
  await enterAsOperator(context)
  await page.goto('/spark/kiosk')
  await page.getByRole('figure', { name: 'New users' }).getByRole('button', { name: 'How it came about' }).click()
  const dialog = page.getByRole('dialog', { name: 'How it came about' })
  await expect(dialog.getByRole('row', { name: /^UserRegistered \+1 \d+$/ }).first()).toBeVisible()
  await dialog.getByLabel('Day (UTC)').click()
  await dialog.getByRole('button', { name: 'Previous month' }).click()
  await dialog.getByRole('button', { name: /^1 / }).click()
  await expect(dialog.getByText('Nothing changed this number on that day.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Check against the log' }).click()
  await expect(dialog.getByText('The log says the same, of this day and of all others.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const days = panel(page, 'Day by day')
  const started = page.waitForEvent('download')
  await days.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await started
  expect(saved.suggestedFilename()).toBe('metrics.csv')
  const [headings, ...rows] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(headings).toBe('created_at,monthly_recurring_revenue,yearly_recurring_revenue,daily_volume,new_users')
  expect(rows.at(-1)).toMatch(
    new RegExp(`^${new Date().toISOString().slice(0, 10)}T00:00:00Z,[\\d.]+,[\\d.]+,[\\d.]+,\\d+$`),
  )

  await days.getByLabel('To').click()
  await days.getByRole('button', { name: 'Previous month' }).click()
  await days.getByRole('button', { name: /^1 / }).click()
  await expect(days.getByText('There is nothing to show for these days.')).toBeVisible()
  await days.getByRole('button', { name: 'Newest days' }).click()
  await expect(days.getByRole('figure', { name: 'New users' })).toBeVisible()
})
