import type { Locator } from '@playwright/test'
import { textOf } from '#tests/api/renderer/documents.ts'
import { expectAccessible } from './support/accessibility.ts'
import { testCards, typeCard } from './support/cards.ts'
import { panel } from './support/pages.ts'
import { sandboxOf } from './support/payment-sandbox.ts'
import { newPerson, post } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import { test as base, expect, type Page } from './support/test.ts'

const seller = { SELLER_NAME: 'Siteledger Ltd', SELLER_ADDRESS: '1 High Street', SELLER_VAT_ID: 'GB980780684' }

/** On a product of its own, which collects VAT and whose payment provider may fail without being missed elsewhere. */
const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const shared = process.env.SITELEDGER_URL ?? ''
      const product = await startProduct({ COLLECT_VAT: 'true', HOME_COUNTRY: 'GB', CARD_UP_FRONT: 'true', ...seller })
      process.env.SITELEDGER_URL = product.url
      await use(product)
      process.env.SITELEDGER_URL = shared
      await product.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

const dialog = (page: Page) => page.getByRole('dialog')
const plan = (page: Page, name: string) => page.getByRole('article', { name })

/**
 * By key: for a moment after a page has scrolled, clicks go to the provider's frame where it was before. The pointer of
 * a person is not there by then.
 */
const press = (within: Locator, button: string): Promise<void> =>
  within.getByRole('button', { name: button }).press('Enter')

/** Moves to another country; a state of it is needed before it can tax. */
const moveTo = async (form: Locator, country: string, state: string): Promise<void> => {
  await form.getByLabel('Country').selectOption(country)
  await form.getByLabel('City').fill('Somewhere')
  await form.getByLabel('State or province').selectOption(state)
  await form.getByLabel('Postcode').fill('10115')
}

/** Downloads the one invoice that is listed, and answers its text. */
const invoiceText = async (page: Page): Promise<string> => {
  await page.goto('/settings#/invoices')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download invoice/ }).click()
  const bytes = await (await (await download).createReadStream()).toArray()
  return textOf(Buffer.concat(bytes))
}

test('[SET-13] [SET-21] VAT is shown before a plan is paid for, and stands on the invoice', async ({
  page,
  owner: _,
}) => {
  await page.goto('/settings#/subscription')
  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await typeCard(page, testCards.good)
  await moveTo(dialog(page), 'United Kingdom', 'Leeds')
  await expect(dialog(page)).toContainText('VAT 20 %£1.80')
  await expect(dialog(page)).toContainText('Due today£10.80')
  await moveTo(dialog(page), 'Germany', 'Berlin')
  await expect(dialog(page)).toContainText('Due today£10.71')
  await expectAccessible(page)
  await press(dialog(page), 'Subscribe')
  await expect(plan(page, 'Solo')).toContainText('Your plan')

  const text = await invoiceText(page)
  await expect(page.getByRole('row').filter({ hasText: '£10.71' })).toContainText('Paid')
  for (const part of ['Siteledger Ltd', 'GB980780684', 'Ann Archer', 'Germany', 'VAT 19 %', '£1.71', '£10.71']) {
    expect(text).toContain(part)
  }
})

test('[SET-18] [SET-19] [STATE2-38] [STATE2-39] [STATE2-40] address and VAT ID decide the tax, which is shown as they change', async ({
  page,
  complaints,
  owner: _,
}) => {
  await page.goto('/settings#/payment-method')
  const [address, number] = [panel(page, 'Billing address'), panel(page, 'VAT ID')]
  await expect(address).toContainText('VAT on your next invoices: 0 %, until city, state and postcode are given')
  await moveTo(address, 'United Kingdom', 'Leeds')
  await expect(address).toContainText('VAT on your next invoices: 20 %')
  await address.getByLabel('Country').selectOption('United States')
  await expect(address).toContainText('No VAT on your next invoices')
  await moveTo(address, 'Germany', 'Berlin')
  await expect(address).toContainText('VAT on your next invoices: 19 %')
  await press(address, 'Update Address')
  await expect(number).toContainText('VAT on your next invoices: 19 %')

  await number.getByLabel('VAT ID').fill('DE136695977')
  await press(number, 'Update VAT ID')
  await expect(number.getByLabel('VAT ID')).toHaveAccessibleDescription(/invalid/)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await number.getByLabel('VAT ID').fill('de 136695976')
  await expect(number).toContainText('0 % (reverse charge: you account for it yourself)')
  await press(number, 'Update VAT ID')
  await expect(number.getByLabel('VAT ID')).toHaveValue('DE136695976')
  await expectAccessible(page)

  await post(page.context(), '/settings/subscription', { plan: 'solo-monthly', stripe_token: 'pm_card_visa' })
  const text = await invoiceText(page)
  await expect(page.getByRole('row').filter({ hasText: '£9.00' })).toContainText('Paid')
  expect(text).toContain('DE136695976')
  expect(text).toContain('Reverse charge: VAT to be accounted for by the recipient.')
})

test('[REG-02] [REG-10] who registers with a plan is told its price with VAT and coupon, and pays that', async ({
  page,
  product,
}) => {
  await sandboxOf(product).makeCoupon('SPRING', 50)
  const person = newPerson()
  await page.goto('/register?coupon=SPRING')
  await expect(page.getByText('Coupon SPRING: 50 % off the first payment.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByLabel('Team', { exact: true }).fill(person.team)
  await page.getByLabel('I accept the terms').check()
  await page.getByRole('radio', { name: 'Solo, £9.00 a month' }).click()

  const form = page.getByRole('main')
  await form.getByLabel('Country').selectOption('United States')
  await expect(page.getByText(/^£9\.00 a month, charged to your card today/)).toBeVisible()
  await form.getByLabel('Country').selectOption('United Kingdom')
  await expect(page.getByText(/^£9\.00 a month plus VAT, charged to your card today/)).toBeVisible()
  await moveTo(form, 'United Kingdom', 'Leeds')
  await expect(page.getByText(/^£10\.80 a month with 20 % VAT, charged to your card today/)).toBeVisible()
  await moveTo(form, 'Germany', 'Berlin')
  await expect(page.getByText(/^£10\.71 a month with 19 % VAT, /)).toBeVisible()
  await page.getByLabel('VAT ID').fill('DE136695976')
  await expect(page.getByText(/^£9\.00 a month without VAT, which you account for yourself, /)).toBeVisible()
  await typeCard(page, testCards.good)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay and create account' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.goto('/settings#/invoices')
  await expect(page.getByRole('row').filter({ hasText: '£4.50' })).toContainText('Paid')
})

test('[SET-15] [SET-16] [STATE2-41] a coupon is redeemed before there is a plan, and counts for its first payment', async ({
  page,
  product,
  complaints,
  owner: _,
}) => {
  await sandboxOf(product).makeCoupon('WELCOME', 50)
  await page.goto('/settings#/subscription')
  const discount = panel(page, 'Discount')
  await discount.getByRole('button', { name: 'Redeem' }).click()
  await expect(discount.getByLabel('Coupon code')).toHaveAttribute('aria-invalid', 'true')
  await discount.getByLabel('Coupon code').fill('NOBODY')
  await discount.getByRole('button', { name: 'Redeem' }).click()
  await expect(discount.getByLabel('Coupon code')).toHaveAccessibleDescription(/invalid/)
  await expectAccessible(page)
  await expect.poll(() => complaints.length).toBeGreaterThan(0)
  expect(complaints.splice(0).every((complaint) => complaint.includes('422'))).toBe(true)

  await discount.getByLabel('Coupon code').fill('WELCOME')
  await discount.getByRole('button', { name: 'Redeem' }).click()
  await expect(discount).toContainText('50 % off the first payment, once there is a plan.')
  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await typeCard(page, testCards.good)
  await press(dialog(page), 'Subscribe')
  await expect(plan(page, 'Solo')).toContainText('Your plan')

  await page.goto('/settings#/invoices')
  await expect(page.getByRole('row').filter({ hasText: '£4.50' })).toContainText('Paid')
})

test('a second tab hears of a change: while it is under way, once it is made, and when it is taken back', async ({
  page,
  context,
  product,
  owner: _,
}) => {
  const provider = sandboxOf(product)
  const second = await context.newPage()
  for (const tab of [page, second]) await tab.goto('/settings#/subscription')
  const said = second.getByText('A change is under way')
  await second.getByRole('button', { name: 'Choose Solo' }).click()
  await expect(dialog(second)).toContainText('Subscribe to Solo')

  await provider.fail('/v1/subscriptions')
  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await typeCard(page, testCards.good)
  await press(dialog(page), 'Subscribe')
  await expect(said).toBeVisible()
  await provider.recover()

  for (const tab of [page, second]) {
    await expect(plan(tab, 'Solo')).toContainText('Your plan')
    await expect(dialog(tab)).toHaveCount(0)
  }
  await expect(said).toHaveCount(0)

  await second.goto('/settings#/payment-method')
  await expect(panel(second, 'Card')).toContainText('Visa ending in 4242')
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await dialog(page).getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(panel(page, 'Subscription')).toContainText('It ends on')
  await page.goto('/settings#/payment-method')
  await panel(page, 'Billing address').getByLabel('City').fill('Leeds')
  await press(panel(page, 'Billing address'), 'Update Address')
  await expect(panel(second, 'Billing address').getByLabel('City')).toHaveValue('Leeds')
  await second.getByRole('tab', { name: 'Subscription' }).click()
  await expect(panel(second, 'Subscription')).toContainText('It ends on')
})

test('a line that breaks in the middle of a change: the page shows what became of it, and nothing is paid twice', async ({
  page,
  context,
  product,
  complaints,
  owner: _,
}) => {
  const provider = sandboxOf(product)
  await page.goto('/settings#/subscription')
  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await typeCard(page, testCards.good)
  await provider.fail('/v1/subscriptions')
  await press(dialog(page), 'Subscribe')
  const orders = async () => (await (await context.request.get('/user/current')).json()).billing_order
  await expect.poll(orders).toMatchObject({ plan: 'solo-monthly' })
  await context.setOffline(true)
  await expect(page.getByText('The connection is lost.')).toBeVisible()
  await provider.recover()
  await context.setOffline(false)

  await expect(plan(page, 'Solo')).toContainText('Your plan')
  await expect(dialog(page)).toHaveCount(0)
  const invoices = await (await context.request.get('/settings/invoices')).json()
  expect(invoices.map(({ total }: { total: number }) => total)).toEqual([9])
  complaints.splice(0)
})

test('going back from the question of the bank leaves the payment where it can be confirmed', async ({
  page,
  owner: _,
}) => {
  const bank = page.frameLocator('iframe[title="Your bank"]')
  await page.goto('/settings#/profile')
  await page.getByRole('tab', { name: 'Subscription' }).click()
  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await typeCard(page, testCards.confirmed)
  await press(dialog(page), 'Subscribe')
  await expect(bank.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await expectAccessible(page)

  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Profile', selected: true })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.goForward()
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await bank.getByRole('button', { name: 'Confirm' }).click()

  await expect(plan(page, 'Solo')).toContainText('Your plan')
})
