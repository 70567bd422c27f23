import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { cardFrame, testCards, typeCard } from './support/cards.ts'
import { teamOf } from './support/members.ts'
import { panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const plan = (page: Page, name: string) => page.getByRole('article', { name })
const dialog = (page: Page) => page.getByRole('dialog')

/** Words of the card form's script, and of the payment provider's own, which is never loaded here. */
const cardScripts = { ours: 'The card form has not loaded yet', theirs: 'Failed to load Stripe.js' }

/** Answers which of them a page has loaded so far, by the files that the product serves. */
const watchScripts = (page: Page) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && origin === process.env.SITELEDGER_URL) scripts.add(pathname)
  })
  return async (): Promise<string[]> => {
    const texts = [...scripts].map((path) => readFile(`.build/web${path}`, 'utf8'))
    const all = (await Promise.all(texts)).join()
    expect(all).toContain('Siteledger')
    return Object.values(cardScripts).filter((text) => all.includes(text))
  }
}

test('[SET-01] [SET-11] [SET-12] [SET-13] [SET-22] [STATE2-08] [ERR2-02] a team that nobody pays for is led to its subscription: a declined card is told at its number, another one pays @phone', async ({
  page,
  complaints,
  owner: _,
}) => {
  const unpaid = '**/api/clients?*'
  await page.route(unpaid, (route) => route.fulfill({ status: 402, json: { message: 'Please subscribe.' } }))
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/settings#\/subscription$/)
  await page.unroute(unpaid)
  await panel(page, 'Your teams').getByRole('link', { name: 'Subscription of the team' }).click()
  await expect(panel(page, 'Subscription')).toContainText('On trial')
  await expect(panel(page, 'Subscription')).toContainText('(10 days left)')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Free', 'Starter', 'Business'])
  await expectAccessible(page)
  expect(complaints.splice(0).every((complaint) => complaint.includes('402'))).toBe(true)

  await page.getByText('Yearly', { exact: true }).click()
  await expect(plan(page, 'Starter')).toContainText('£190.00 a year')
  await page.getByText('Monthly', { exact: true }).click()
  await plan(page, 'Starter').getByRole('button', { name: 'Details' }).click()
  await expect(dialog(page)).toContainText('£19.00 a month')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await expect(dialog(page)).toContainText('when the trial ends')
  await typeCard(page, testCards.declined)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(cardFrame(page).getByRole('alert')).toHaveText('Your card was declined.')
  await expect(cardFrame(page).getByLabel('Card number')).toBeFocused()
  await expect(dialog(page).getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await typeCard(page, testCards.good)
  await dialog(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(panel(page, 'Subscription')).toContainText('The trial ends on')
  await expect(plan(page, 'Starter')).toContainText('Your plan')
  await page.getByRole('button', { name: 'Change to Business' }).click()
  await expect(dialog(page)).toContainText('Visa ending in 4242')
  await dialog(page).getByRole('button', { name: 'Change Plan' }).click()
  await expect(plan(page, 'Business')).toContainText('Your plan')

  // The provider has an invoice of the trial, of 0.00.
  const { id } = await teamOf(page.context())
  const invoices = async () => (await page.request.get(`/settings/teams/${id}/invoices`)).json()
  await expect.poll(async () => (await invoices()).length).toBeGreaterThan(0)
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await expect(page.getByText('No invoices have been issued yet.')).toBeVisible()
})

test('[SET-02] [STATE2-09] [STATE2-14] a bank asks a user to confirm: refused, left by going back and taken back, and confirmed', async ({
  page,
  complaints,
  owner: _,
}) => {
  const loaded = watchScripts(page)
  const bank = page.frameLocator('iframe[title="Your bank"]')
  const question = page.getByText('Your bank asks you to confirm')
  const subscribe = () => dialog(page).getByRole('button', { name: 'Subscribe' }).press('Enter')
  await page.goto('/settings#/profile')
  await page.getByRole('tab', { name: 'Subscription' }).click()
  await expect(page.getByRole('button', { name: 'Choose Solo' })).toBeVisible()
  expect(await loaded()).toEqual([])

  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await expect(dialog(page)).toContainText('Due today')
  await typeCard(page, testCards.confirmed)
  expect(await loaded()).toEqual([cardScripts.ours])
  await subscribe()
  await expect(bank.getByText('Do you confirm a payment of £9.00?')).toBeVisible()
  await expectAccessible(page)
  await bank.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('alert').first()).toHaveText(/^We are unable to authenticate your payment method/)
  await expect(plan(page, 'Solo')).not.toContainText('Your plan')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await expect(dialog(page)).toContainText('Visa ending in 3184')
  await subscribe()
  await expect(bank.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Profile', selected: true })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.goForward()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Do not make the change' }).click()
  await expect(question).toHaveCount(0)

  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await subscribe()
  await expect(bank.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await expect(plan(page, 'Solo')).toContainText('Your plan')
  await expect(question).toHaveCount(0)
  await expect(panel(page, 'Subscription')).toContainText('Active')
})

test('[SET-14] [SET-17] [SET-18] [SET-20] [SET-21] [STATE2-10] [STATE2-11] a user downloads an invoice, changes card, address and further lines, cancels and resumes', async ({
  page,
  context,
  owner: _,
}) => {
  await page.goto('/settings#/invoices')
  await expect(page.getByText('No invoices have been issued yet.')).toBeVisible()
  await post(context, '/settings/subscription', { plan: 'solo-monthly', stripe_token: 'pm_card_visa', country: 'GB' })
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: '£9.00' })).toContainText('Paid')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download invoice/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^invoice-.*\.pdf$/)
  const bytes = await (await (await download).createReadStream()).toArray()
  expect(Buffer.concat(bytes).subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('tab', { name: 'Payment method' }).click()
  const card = panel(page, 'Card')
  await expect(card).toContainText('Visa ending in 4242')
  await card.getByRole('button', { name: 'Replace Card' }).click()
  await typeCard(page, testCards.other)
  await cardFrame(page).getByLabel('Card number').press('Enter')
  await expect(card).toContainText('Mastercard ending in 4444')
  await expect(card.getByRole('button', { name: 'Replace Card' })).toBeVisible()
  const address = panel(page, 'Billing address')
  await address.getByLabel('City').fill('Leeds')
  await address.getByRole('button', { name: 'Update Address' }).click()
  await expect(page.getByText('Your billing address has been updated.')).toBeVisible()
  const further = panel(page, 'Extra billing information')
  await further.getByLabel('On your invoices').fill('Order 4711')
  await further.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Your billing information has been updated.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(address.getByLabel('City')).toHaveValue('Leeds')
  await expect(further.getByLabel('On your invoices')).toHaveValue('Order 4711')

  await page.getByRole('tab', { name: 'Subscription' }).click()
  const subscription = panel(page, 'Subscription')
  const renews = await subscription.getByText(/^It renews on/).textContent()
  const day = renews?.replace(/^It renews on (.*)\.$/, '$1') ?? ''
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(dialog(page)).toContainText(`Solo stays until ${day}.`)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(subscription).toContainText('On grace period')
  await expect(subscription).toContainText(`It ends on ${day}.`)
  await subscription.getByRole('button', { name: 'Resume Subscription' }).click()
  await dialog(page).getByRole('button', { name: 'Resume' }).click()
  await expect(subscription).toContainText('Active')
  await expect(subscription).toContainText(`It renews on ${day}.`)
})
