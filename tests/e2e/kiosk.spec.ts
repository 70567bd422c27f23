import { expectAccessible } from './support/accessibility.ts'
import { enterAsOperator } from './support/people.ts'
import { expect, test } from './support/test.ts'

const tabs = ['Metrics', 'Users', 'Team Invitations', 'Teams', 'Announcements', 'Platform']

test('[KIOSK-01] [KIOSK-02] [KIOSK-04] operators reach the kiosk from their menu, and each tab by its address @phone', async ({
  page,
  context,
}) => {
  await enterAsOperator(context)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Kiosk' }).click()

  await expect(page).toHaveURL(/\/spark\/kiosk$/)
  await expect(page.getByRole('heading', { name: 'Kiosk', level: 1 })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(tabs)
  await expect(page.getByRole('tab', { name: 'Metrics', selected: true })).toBeVisible()
  await expectAccessible(page)
  for (const name of tabs.slice(1)) {
    const hash = name.toLowerCase().replace(' ', '-')
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/spark/kiosk#/${hash}$`))
    await page.reload()
    await expect(page.getByRole('tab', { name, exact: true, selected: true })).toBeVisible()
  }
})

test('[PLAT-15] everybody else finds no kiosk, neither in the menu nor at its address', async ({
  page,
  complaints,
  owner: _,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account of' }).click()
  await expect(page.getByRole('menuitem', { name: 'Your settings' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Kiosk' })).toHaveCount(0)

  await page.goto('/spark/kiosk')

  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])
})
