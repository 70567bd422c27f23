import type { Browser, BrowserContext, Locator } from '@playwright/test'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { expectAccessible } from './support/accessibility.ts'
import { mailedLink, mailSaying } from './support/mails.ts'
import { teamOf, turnOnSecondFactor } from './support/members.ts'
import { panel } from './support/pages.ts'
import { enterAsOperator, type Person, registerThroughApi } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** Somebody else in a context of their own, with their ids. */
const somebody = async (browser: Browser, overrides: Partial<Person> = {}) => {
  const context = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  const person = await registerThroughApi(context, overrides)
  const { id: userId } = (await (await context.request.get('/user/current')).json()) as CurrentUser
  return { ...person, context, userId, teamId: (await teamOf(context)).id }
}

const openKiosk = async (page: Page, context: BrowserContext, hash: string): Promise<void> => {
  await enterAsOperator(context)
  await page.goto(`/spark/kiosk#${hash}`)
}

const fact = (page: Page, name: string): Locator =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')

test('[KIOSK-02] [KIOSK-03] [STATE2-47] [STATE2-48] operators find a user, whose profile the address names @phone', async ({
  page,
  context,
  browser,
}) => {
  const [ann, bob] = [await somebody(browser), await somebody(browser, { name: 'Bob Baker' })]
  await openKiosk(page, context, '/users')
  await expect(page.getByText('The newest users')).toBeVisible()
  await page.getByLabel('Search users').fill(ann.email)
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: ann.name }).click()

  await expect(page).toHaveURL(new RegExp(`/spark/kiosk#/users/${ann.userId}$`))
  await expect(page.getByRole('heading', { name: ann.name, level: 2 })).toBeFocused()
  await expect(page.getByText(ann.email, { exact: true })).toBeVisible()
  await expect(fact(page, 'Teams')).toHaveText(`${ann.team}, Owner`)
  await expect(panel(page, 'History').getByText(`Founded the team ${ann.team}`)).toBeVisible()
  await expectAccessible(page)

  await page.evaluate((id) => window.location.assign(`#/users/${id}`), bob.userId)
  await expect(page.getByRole('heading', { name: 'Bob Baker', level: 2 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: ann.name, level: 2 })).toBeVisible()
})

test('[STATE2-45] [STATE2-46] a search of users says that it goes on, and that it found nobody', async ({
  page,
  context,
}) => {
  await openKiosk(page, context, '/users')
  await expect(page.getByText('The newest users')).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/spark/kiosk/users/search', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Search users').fill('nobody of this name')

  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(page.getByText('No results')).toHaveCount(0)
  answer()
  await expect(page.getByText('No results')).toBeVisible()
  await expect(page.getByText('Searching…')).toHaveCount(0)
})

test('[KIOSK-06] Escape goes back to the search, unless it has something else to close or a text to keep', async ({
  page,
  context,
  browser,
}) => {
  const ann = await somebody(browser)
  await openKiosk(page, context, '/users')
  await page.getByLabel('Search users').fill(ann.email)
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: ann.name }).click()
  const profile = page.getByRole('heading', { name: ann.name, level: 2 })
  await expect(profile).toBeVisible()

  await page.getByRole('button', { name: 'Add discount' }).click()
  const dialog = page.getByRole('dialog', { name: `Discount for ${ann.name}` })
  await dialog.getByLabel('Amount').fill('5')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(profile).toBeVisible()
  await page.getByRole('button', { name: 'Account of' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(profile).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/spark\/kiosk#\/users$/)
  await expect(page.getByLabel('Search users')).toHaveValue(ann.email)
  await expect(page.getByLabel('Search users')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.goto(`/spark/kiosk#/teams/${ann.teamId}`)
  await expect(page.getByRole('heading', { name: ann.team, level: 2 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/spark\/kiosk#\/teams$/)
})

test('[KIOSK-11] [API2G-07] the profile of a user leads to their dashboard, in their name', async ({
  page,
  context,
  browser,
  complaints,
}) => {
  const ann = await somebody(browser)
  await openKiosk(page, context, `/users/${ann.userId}`)
  const banner = page.getByRole('region', { name: 'Acting for someone else' })
  const stop = async () => {
    await expect(banner).toContainText(`You act as ${ann.name}.`)
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    const stopped = page.waitForResponse('**/stop-impersonating')
    await banner.getByRole('link', { name: 'Stop' }).click()
    await stopped
    await expect(banner).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Impersonate', exact: true }).click()
  await stop()

  await page.goto(`/spark/kiosk#/users/${ann.userId}`)
  await page.getByRole('button', { name: 'Impersonate with a reason' }).click()
  const dialog = page.getByRole('dialog', { name: `Act as ${ann.name}` })
  await dialog.getByLabel('Reason').fill('She cannot upload')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Impersonate' }).click()
  await stop()
  await page.goto(`/spark/kiosk#/users/${ann.userId}`)
  await expect(panel(page, 'History').getByText(/ began to work .+, because: She cannot upload$/)).toBeVisible()
  // Requests of the page before belong to a session that is over.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('401'))).toEqual([])
})

test('[KIOSK-12] [KIOSK-14] the customer at the payment provider is a link where there is a page', async ({
  page,
  context,
  browser,
}) => {
  const ann = await somebody(browser)
  const headers = { origin: process.env.SITELEDGER_URL ?? '' }
  const paid = await ann.context.request.put(`/settings/teams/${ann.teamId}/payment-method`, {
    ...{ data: { stripe_token: 'pm_card_visa' }, headers },
  })
  expect(paid.ok()).toBe(true)
  await openKiosk(page, context, `/teams/${ann.teamId}`)
  await expect(fact(page, 'Customer')).toHaveText(/^cus_/)
  await expect(fact(page, 'Customer').getByRole('link')).toHaveCount(0)

  const provider_url = 'https://dashboard.stripe.com/customers/cus_1'
  await page.route(/\/spark\/kiosk\/(users|teams)\/[^/]+\/profile$/, async (route) => {
    const shown = await (await route.fetch()).json()
    const kind = 'user' in shown ? 'user' : 'team'
    await route.fulfill({ json: { ...shown, [kind]: { ...shown[kind], stripe_id: 'cus_1' }, provider_url } })
  })
  for (const place of [`users/${ann.userId}`, `teams/${ann.teamId}`]) {
    await page.goto('about:blank')
    await page.goto(`/spark/kiosk#/${place}`)
    await expect(fact(page, 'Customer').getByRole('link', { name: 'cus_1' })).toHaveAttribute('href', provider_url)
  }
})

test('[KIOSK-18] [ENT2-15] a user is given a discount in a dialog', async ({ page, context, browser, complaints }) => {
  const ann = await somebody(browser)
  await openKiosk(page, context, `/users/${ann.userId}`)
  await expect(fact(page, 'Discount')).toHaveText('None')
  await page.getByRole('button', { name: 'Add discount' }).click()
  const dialog = page.getByRole('dialog', { name: `Discount for ${ann.name}` })
  await expect(dialog.getByLabel('Type')).toHaveValue('amount')
  await expect(dialog.getByLabel('Amount')).toHaveValue('')
  await expect(dialog.getByLabel('Duration')).toHaveValue('once')
  await expect(dialog.getByLabel('Months')).toHaveCount(0)
  await dialog.getByLabel('Type').selectOption('A percentage')
  await dialog.getByLabel('Percent').fill('120')
  await dialog.getByLabel('Duration').selectOption('Some months')
  await dialog.getByRole('button', { name: 'Add Discount' }).click()

  await expect(dialog.getByText('The value may not be greater than 100 percent.')).toBeVisible()
  await expect(dialog.getByText('The months field is required.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Percent').fill('20')
  await dialog.getByLabel('Months').fill('3')
  await dialog.getByRole('button', { name: 'Add Discount' }).click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, 'Discount')).toHaveText('20 % off every payment of 3 months, once there is a plan')
  await expect(
    panel(page, 'History')
      .getByText(/discount/i)
      .first(),
  ).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
})

test('[PLAT-16] [KIOSK-21] a user with a second factor gets a new reset code, which is shown once', async ({
  page,
  context,
  browser,
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
})

test('[D-94] an address that is not verified gets another link, or is verified by hand', async ({
  page,
  context,
  browser,
}) => {
  const ann = await somebody(browser)
  await openKiosk(page, context, `/users/${ann.userId}`)
  await expect(fact(page, 'Address')).toHaveText('Not verified')
  await page.getByRole('button', { name: 'Send verification link' }).click()
  await expect(page.getByText(`${ann.name} gets another link by mail.`)).toBeVisible()
  expect(await mailedLink(ann.email)).toContain('/verify-email#')
  await page.getByRole('button', { name: 'Verify address by hand' }).click()
  await page.getByRole('button', { name: 'Yes, Verify' }).click()

  await expect(fact(page, 'Address')).toHaveText('Verified')
  await expect(page.getByRole('button', { name: 'Send verification link' })).toHaveCount(0)
})

test('a user is signed out everywhere', async ({ page, context, browser }) => {
  const ann = await somebody(browser)
  await openKiosk(page, context, `/users/${ann.userId}`)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('button', { name: 'Yes, Sign Out' }).click()

  await expect(page.getByText(`${ann.name} is signed out everywhere.`)).toBeVisible()
  expect((await ann.context.request.get('/user/current')).status()).toBe(401)
})

test('[KIOSK-04] [KIOSK-05] [KIOSK-13] [KIOSK-19] operators find a team, act for its owner, and move the end of its trial', async ({
  page,
  context,
  browser,
}) => {
  const ann = await somebody(browser)
  await page.clock.setFixedTime('2026-03-09T12:00:00Z')
  await openKiosk(page, context, '/teams')
  await page.getByLabel('Search teams').fill(`${ann.teamSlug} archer`)
  await page.getByRole('link', { name: ann.team }).click()
  await expect(page).toHaveURL(new RegExp(`/spark/kiosk#/teams/${ann.teamId}$`))
  await expect(fact(page, 'Holds')).toHaveText('0 sites, 0 files, 0 B')
  await expect(fact(page, 'Owner').getByRole('link', { name: ann.name })).toBeVisible()
  await expect(panel(page, 'Members').getByText('Owner')).toBeVisible()
  await expectAccessible(page)
  const owner = page.getByRole('link', { name: 'Impersonate the owner' })
  await expect(owner).toHaveAttribute('href', `/spark/kiosk/users/impersonate/${ann.userId}`)

  await page.getByRole('button', { name: 'Edit plan' }).click()
  const dialog = page.getByRole('dialog', { name: `Plan of ${ann.team}` })
  await dialog.getByLabel('Trial End Date').click()
  await dialog.getByRole('button', { name: 'Today' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, 'Trial')).toHaveText('Until March 9th, 2026')
  await expect(panel(page, 'History').getByText(/^Changed the end of the trial/)).toBeVisible()

  await page.clock.setFixedTime(Date.now())
  await page.getByRole('button', { name: 'Change limits' }).click()
  const limits = page.getByRole('dialog', { name: `Limits of ${ann.team}` })
  await limits.getByLabel('Sites').fill('40')
  await limits.getByLabel('Ends at').click()
  await limits.getByRole('button', { name: 'Today' }).click()
  await limits.getByLabel('Reason').fill('They move')
  await expectAccessible(page)
  await limits.getByRole('button', { name: 'Save' }).click()
  await expect(limits).toBeHidden()
  await expect(fact(page, 'Limits')).toHaveText(/^40 sites, until .+, because: They move$/)
  await expect(panel(page, 'History').getByText(/^Allowed the team .+ 40 sites until /)).toBeVisible()
})

test('[KIOSK-20] a team is deleted once that is confirmed, and restored; its owner is told by mail', async ({
  page,
  context,
  browser,
}) => {
  const ann = await somebody(browser)
  await openKiosk(page, context, '/teams')
  await page.getByLabel('Search teams').fill(ann.teamSlug)
  await page.getByRole('link', { name: ann.team }).click()
  await page.getByRole('button', { name: 'Delete team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete team' })
  await expect(dialog).toContainText(`Are you sure you want to delete ${ann.team}?`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(page.getByRole('heading', { name: ann.team, level: 2 })).toBeVisible()
  await page.getByRole('button', { name: 'Delete team' }).click()
  await dialog.getByRole('button', { name: 'Yes, Delete' }).click()

  await expect(page).toHaveURL(/\/spark\/kiosk#\/teams$/)
  await expect(page.getByText('No results')).toBeVisible()
  await mailSaying(ann.email, `Siteledger deleted your team ${ann.team}.`)
  await page.getByRole('link', { name: 'Deleted teams' }).click()
  await expect(page).toHaveURL(/#\/teams\/deleted$/)
  const row = panel(page, 'Deleted teams').getByRole('listitem').filter({ hasText: ann.team })
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('button', { name: 'Yes, Restore' }).click()
  await expect(page.getByRole('heading', { name: ann.team, level: 2 })).toBeVisible()
  await mailSaying(ann.email, `Siteledger restored your team ${ann.team}`)
})

test('an id that nobody has says so, and leads to the search', async ({ page, context, complaints }) => {
  await openKiosk(page, context, '/users/nobody')
  await expect(page.getByText('There is no such user.')).toBeVisible()
  await page.getByRole('button', { name: 'All users' }).click()
  await expect(page.getByText('The newest users')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])
})
