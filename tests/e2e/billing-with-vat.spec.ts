import type { Locator } from '@playwright/test'
import { textOf } from '#tests/api/renderer/documents.ts'
import { expectAccessible } from './support/accessibility.ts'
import { cardFrame, testCards, typeCard } from './support/cards.ts'
import { panel } from './support/pages.ts'
import { sandboxOf } from './support/payment-sandbox.ts'
import { fillRegistration, newPerson } from './support/people.ts'
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

test('[SET-13] [SET-15] [SET-16] [SET-18] [SET-19] [SET-21] [STATE2-38] [STATE2-39] [STATE2-40] [STATE2-41] coupon, address and VAT ID decide what a plan costs, before it is paid for and on its invoices', async ({
  page,
  product,
  complaints,
  owner: _,
}) => {
  await sandboxOf(product).makeCoupon('WELCOME', 50)
  await page.goto('/settings#/subscription')
  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await moveTo(dialog(page), 'United Kingdom', 'Leeds')
  await expect(dialog(page)).toContainText('VAT 20 %£1.80')
  await expect(dialog(page)).toContainText('Due today£10.80')
  await moveTo(dialog(page), 'Germany', 'Berlin')
  await expect(dialog(page)).toContainText('Due today£10.71')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  const discount = panel(page, 'Discount')
  await discount.getByLabel('Coupon code').fill('NOBODY')
  await discount.getByRole('button', { name: 'Redeem' }).click()
  await expect(discount.getByLabel('Coupon code')).toHaveAccessibleDescription(/invalid/)
  await expectAccessible(page)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await discount.getByLabel('Coupon code').fill('WELCOME')
  await discount.getByRole('button', { name: 'Redeem' }).click()
  await expect(discount).toContainText('50 % off the first payment, once there is a plan.')

  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await typeCard(page, testCards.good)
  await moveTo(dialog(page), 'Germany', 'Berlin')
  await press(dialog(page), 'Subscribe')
  await expect(plan(page, 'Solo')).toContainText('Your plan')
  const text = await invoiceText(page)
  await expect(page.getByRole('row').filter({ hasText: '£5.36' })).toContainText('Paid')
  for (const part of ['Siteledger Ltd', 'GB980780684', 'Ann Archer', 'Germany', 'VAT 19 %', '£0.86', '£5.36']) {
    expect(text).toContain(part)
  }

  await page.getByRole('tab', { name: 'Payment method' }).click()
  const address = panel(page, 'Billing address')
  const number = panel(page, 'VAT ID')
  await address.getByLabel('Country').selectOption('United States')
  await expect(address).toContainText('No VAT on your next invoices')
  await moveTo(address, 'Germany', 'Hamburg')
  await press(address, 'Update Address')
  await expect(page.getByText('Your billing address has been updated.')).toBeVisible()
  await number.getByLabel('VAT ID').fill('DE136695977')
  await press(number, 'Update VAT ID')
  await expect(number.getByLabel('VAT ID')).toHaveAccessibleDescription(/invalid/)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await number.getByLabel('VAT ID').fill('de 136695976')
  await expect(number).toContainText('0 % (reverse charge: you account for it yourself)')
  await press(number, 'Update VAT ID')
  await expect(number.getByLabel('VAT ID')).toHaveValue('DE136695976')
  await expectAccessible(page)
})

test('[REG-02] [REG-10] [REG-11] [STATE2-12] who registers with a plan is told its price with VAT and coupon, and pays that once a card is not declined', async ({
  page,
  product,
  complaints,
}) => {
  await sandboxOf(product).makeCoupon('SPRING', 50)
  const person = newPerson()
  await page.goto('/register?coupon=SPRING')
  await expect(page.getByText('Coupon SPRING: 50 % off the first payment.')).toBeVisible()
  await fillRegistration(page, person)
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
  await typeCard(page, testCards.declined)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay and create account' }).press('Enter')
  await expect(cardFrame(page).getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('VAT ID')).toHaveValue('DE136695976')
  await expectAccessible(page)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await typeCard(page, testCards.good)
  await page.getByRole('button', { name: 'Pay and create account' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const text = await invoiceText(page)
  await expect(page.getByRole('row').filter({ hasText: '£4.50' })).toContainText('Paid')
  expect(text).toContain('DE136695976')
  expect(text).toContain('Reverse charge: VAT to be accounted for by the recipient.')
})

test('a change whose line breaks is under way in a second tab too, and stands in both once it is made, paid once', async ({
  page,
  context,
  product,
  complaints,
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
  await context.setOffline(true)
  await expect(page.getByText('The connection is lost.')).toBeVisible()
  await provider.recover()
  await context.setOffline(false)
  for (const tab of [page, second]) {
    await expect(plan(tab, 'Solo')).toContainText('Your plan')
    await expect(dialog(tab)).toHaveCount(0)
  }
  await expect(said).toHaveCount(0)
  const invoices = await (await context.request.get('/settings/invoices')).json()
  expect(invoices.map(({ total }: { total: number }) => total)).toEqual([9])

  await second.getByRole('tab', { name: 'Payment method' }).click()
  await expect(panel(second, 'Card')).toContainText('Visa ending in 4242')
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await dialog(page).getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(panel(page, 'Subscription')).toContainText('It ends on')
  await page.getByRole('tab', { name: 'Payment method' }).click()
  await panel(page, 'Billing address').getByLabel('City').fill('Leeds')
  await press(panel(page, 'Billing address'), 'Update Address')
  await expect(panel(second, 'Billing address').getByLabel('City')).toHaveValue('Leeds')
  await second.getByRole('tab', { name: 'Subscription' }).click()
  await expect(panel(second, 'Subscription')).toContainText('It ends on')
  complaints.splice(0)
})
