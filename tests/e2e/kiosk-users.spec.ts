import { expectAccessible } from './support/accessibility.ts'
import { fact, openKiosk, somebody } from './support/kiosk.ts'
import { mailedLink } from './support/mails.ts'
import { turnOnSecondFactor } from './support/members.ts'
import { panel } from './support/pages.ts'
import { operatorEmail } from './support/people.ts'
import { holdBack } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('[KIOSK-02] [KIOSK-03] [KIOSK-06] [KIOSK-18] [D-94] [ENT2-15] [STATE2-45] [STATE2-46] [STATE2-47] [STATE2-48] operators find a user, verify their address and give them a discount, and Escape goes back to the search', async ({
  page,
  context,
  browser,
  complaints,
}) => {
  const ann = await somebody(browser)
  await openKiosk(page, context, '/users/nobody')
  await expect(page.getByText('There is no such user.')).toBeVisible()
  await page.getByRole('button', { name: 'All users' }).click()
  await expect(page.getByText('The newest users')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])

  const letSearchCome = await holdBack(page, '**/spark/kiosk/users/search', 'POST')
  const search = page.getByLabel('Search users')
  await search.fill('nobody of this name')
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(page.getByText('No results')).toHaveCount(0)
  letSearchCome()
  await expect(page.getByText('No results')).toBeVisible()
  await expect(page.getByText('Searching…')).toHaveCount(0)
  await search.fill(ann.email)
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: ann.name }).click()

  const profile = page.getByRole('heading', { name: ann.name, level: 2 })
  await expect(page).toHaveURL(new RegExp(`/spark/kiosk#/users/${ann.userId}$`))
  await expect(profile).toBeFocused()
  await expect(page.getByText(ann.email, { exact: true })).toBeVisible()
  await expect(fact(page, 'Teams')).toHaveText(`${ann.team}, Owner`)
  await expect(panel(page, 'History').getByText(`Founded the team ${ann.team}`)).toBeVisible()
  await expectAccessible(page)
  const { id } = await (await context.request.get('/user/current')).json()
  await page.evaluate((operator) => window.location.assign(`#/users/${operator}`), id)
  await expect(page.getByText(operatorEmail, { exact: true })).toBeVisible()
  await page.goBack()
  await expect(profile).toBeVisible()

  await expect(fact(page, 'Address')).toHaveText('Not verified')
  await page.getByRole('button', { name: 'Send verification link' }).click()
  await expect(page.getByText(`${ann.name} gets another link by mail.`)).toBeVisible()
  expect(await mailedLink(ann.email)).toContain('/verify-email#')
  await page.getByRole('button', { name: 'Verify address by hand' }).click()
  await page.getByRole('button', { name: 'Yes, Verify' }).click()
  await expect(fact(page, 'Address')).toHaveText('Verified')
  await expect(page.getByRole('button', { name: 'Send verification link' })).toHaveCount(0)

  await expect(fact(page, 'Discount')).toHaveText('None')
  await page.getByRole('button', { name: 'Add discount' }).click()
  const dialog = page.getByRole('dialog', { name: `Discount for ${ann.name}` })
  await expect(dialog.getByLabel('Type')).toHaveValue('amount')
  await expect(dialog.getByLabel('Amount')).toHaveValue('')
  await expect(dialog.getByLabel('Duration')).toHaveValue('once')
  await expect(dialog.getByLabel('Months')).toHaveCount(0)
  await dialog.getByLabel('Amount').fill('5')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(profile).toBeVisible()
  await page.getByRole('button', { name: 'Add discount' }).click()
  await dialog.getByLabel('Type').selectOption('A percentage')
  await dialog.getByLabel('Percent').fill('120')
  await dialog.getByLabel('Duration').selectOption('Some months')
  await dialog.getByRole('button', { name: 'Add Discount' }).click()
  await expect(dialog.getByText('The value may not be greater than 100 percent.')).toBeVisible()
  await expect(dialog.getByText('The months field is required.')).toBeVisible()
  await expectAccessible(page)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await dialog.getByLabel('Percent').fill('20')
  await dialog.getByLabel('Months').fill('3')
  await dialog.getByRole('button', { name: 'Add Discount' }).click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, 'Discount')).toHaveText('20 % off every payment of 3 months, once there is a plan')
  const told = panel(page, 'History').getByText(/discount/i)
  await expect(told.first()).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/spark\/kiosk#\/users$/)
  await expect(search).toHaveValue(ann.email)
  await expect(search).toBeFocused()
  await ann.context.close()
})

test('[KIOSK-11] [KIOSK-21] [PLAT-16] [API2G-07] [ROLE-14] operators give a user a reset code, sign them out, and work in their name, told so on every page', async ({
  page,
  context,
  browser,
  complaints,
}) => {
  const ann = await somebody(browser)
  await openKiosk(page, context, `/users/${ann.userId}`)
  await expect(fact(page, 'Second factor')).toHaveText('Off')
  await expect(page.getByRole('button', { name: 'Two-factor reset code' })).toHaveCount(0)
  await turnOnSecondFactor(ann.context)
  await page.reload()
  await page.getByRole('button', { name: 'Two-factor reset code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-factor reset code' })
  await dialog.getByRole('button', { name: 'Give out a new code' }).click()
  await expect(dialog.locator('code')).toHaveText(/^\S{40}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Two-factor reset code' }).click()
  await expect(dialog.getByRole('button', { name: 'Give out a new code' })).toBeVisible()
  await expect(dialog.locator('code')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('button', { name: 'Yes, Sign Out' }).click()
  await expect(page.getByText(`${ann.name} is signed out everywhere.`)).toBeVisible()
  expect((await ann.context.request.get('/user/current')).status()).toBe(401)

  const act = page.getByRole('link', { name: 'Impersonate', exact: true })
  await expect(act).toHaveAttribute('href', `/spark/kiosk/users/impersonate/${ann.userId}`)
  await page.getByRole('button', { name: 'Impersonate with a reason' }).click()
  const reason = page.getByRole('dialog', { name: `Act as ${ann.name}` })
  await reason.getByLabel('Reason').fill('She cannot upload')
  await expectAccessible(page)
  await reason.getByRole('button', { name: 'Impersonate' }).click()
  const banner = page.getByRole('region', { name: 'Acting for someone else' })
  await expect(banner).toContainText(`You act as ${ann.name}.`)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
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
  await expect(page).toHaveURL(`/spark/kiosk#/users/${ann.userId}`)
  await expect(panel(page, 'History').getByText(/ began to work .+, because: She cannot upload$/)).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Team ${ann.team}` })).toHaveCount(0)
  // Requests of the page before belong to a session that is over.
  const ours = complaints.splice(0).filter((complaint) => !complaint.includes('401'))
  expect(ours).toEqual([expect.stringContaining('403')])
  await ann.context.close()
})
