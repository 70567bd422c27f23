import type { CurrentUser } from '#schemas/resources/users.ts'
import { expectAccessible } from './support/accessibility.ts'
import { panel } from './support/pages.ts'
import { enterAsOperator, registerThroughApi } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[ROLE-14] an operator works in the name of a user, is told so on every page, and goes back', async ({
  page,
  context,
  browser,
  complaints,
}) => {
  const anns = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  const ann = await registerThroughApi(anns, { name: 'Ann Archer' })
  const { id } = (await (await anns.request.get('/user/current')).json()) as CurrentUser
  await enterAsOperator(context)
  await page.goto('/dashboard')
  // As a link of a page would lead there.
  await page.evaluate((path) => window.location.assign(path), `/spark/kiosk/users/impersonate/${id}`)

  const banner = page.getByRole('region', { name: 'Acting for someone else' })
  await expect(banner).toContainText('You act as Ann Archer.')
  await expect(page.getByRole('button', { name: `Team ${ann.team}` })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/settings#/security')
  await expect(banner).toBeVisible()
  const form = panel(page, 'Change password')
  await form.getByLabel('Current password').fill(ann.password)
  await form.getByLabel('New password').fill('another horse 8')
  await form.getByLabel('Confirm password').fill('another horse 8')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'Only the user themselves can do this. Stop acting in their name first.',
  )

  await banner.getByRole('link', { name: 'Stop' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Team ${ann.team}` })).toHaveCount(0)
  // Requests of the page before belong to a session that is over.
  const ours = complaints.splice(0).filter((complaint) => !complaint.includes('401'))
  expect(ours).toEqual([expect.stringContaining('403')])
  await anns.close()
})
