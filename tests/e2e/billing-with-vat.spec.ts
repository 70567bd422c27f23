import type { Locator } from '@playwright/test'
import { textOf } from '#tests/api/renderer/documents.ts'
import { expectAccessible } from './support/accessibility.ts'
import { cardFrame, testCards, typeCard } from './support/cards.ts'
import { mailedLink } from './support/mails.ts'
import { panel } from './support/pages.ts'
import { sandboxOf } from './support/payment-sandbox.ts'
import { fillRegistration, newPerson, post, registerThroughApi } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import { test as base, expect, type Page } from './support/test.ts'

const seller = { SELLER_NAME: 'Siteledger Ltd', SELLER_ADDRESS: '1 High Street', SELLER_VAT_ID: 'GB980780684' }

/** On a product of its own: it collects VAT, wants addresses verified, calls teams crews, and its provider may fail. */
const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const shared = process.env.SITELEDGER_URL ?? ''
      const verified = { REQUIRE_VERIFIED_EMAIL: 'true', TEAM_WORD_PLURAL: 'crews' }
      const vat = { COLLECT_VAT: 'true', HOME_COUNTRY: 'GB', CARD_UP_FRONT: 'true' }
      const product = await startProduct({ ...vat, ...verified, ...seller })
      process.env.SITELEDGER_URL = product.url
      await use(product)
      process.env.SITELEDGER_URL = shared
      await product.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  owner: async ({ context, product }, use) => {
    const person = await registerThroughApi(context)
    const { hash } = new URL(await mailedLink(person.email, product.dataDir))
    await post(context, '/email/verify', { token: hash.slice(1) })
    await use(person)
  },
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

test('[SET-13] [SET-15] [SET-16] [SET-21] [STATE2-41] coupon and address decide what a plan costs, before it is paid for and on its invoices', async ({
  page,
  product,
  owner: _,
}) => {
  await sandboxOf(product).makeCoupon('WELCOME', 50)
  await page.goto('/settings#/subscription')
  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await moveTo(dialog(page), 'United Kingdom', 'Leeds')
  await expect(dialog(page)).toContainText('VAT 20 %£1.80')
  await expect(dialog(page)).toContainText('Due today£10.80')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  const discount = panel(page, 'Discount')
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
})

test('[REG-02] [REG-10] [REG-11] [STATE2-12] [PLAT-04] who registers with a plan is told its price with VAT and coupon, and pays that once a card is not declined; an address is verified before anything opens, and teams are what they are called', async ({
  page,
  product,
  browser,
  complaints,
}) => {
  await sandboxOf(product).makeCoupon('SPRING', 50)
  const person = newPerson()
  await page.goto('/register?coupon=SPRING')
  await expect(page.getByText('Coupon SPRING: 50 % off the first payment.')).toBeVisible()
  await fillRegistration(page, person)
  await page.getByRole('radio', { name: 'Solo, £9.00 a month' }).click()

  const form = page.getByRole('main')
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
  await expect(page.getByLabel('VAT ID')).toHaveValue('DE136695976')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await typeCard(page, testCards.good)
  await page.getByRole('button', { name: 'Pay and create account' }).press('Enter')

  const title = page.getByRole('heading', { name: 'Verify your email address', level: 1 })
  await expect(title).toBeVisible()
  await expectAccessible(page)
  const link = await mailedLink(person.email, product.dataDir)
  await page.goto('/dashboard')
  await expect(title).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()

  // Somewhere else the link counts too, and the page that waits goes on by itself.
  const elsewhere = await browser.newPage()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Verify the address' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await elsewhere.close()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  const settings = page.waitForResponse((response) => /\/crews\/[\w-]+$/.test(new URL(response.url()).pathname))
  await page.getByRole('button', { name: `Team ${person.team}` }).click()
  await page.getByRole('menuitem', { name: 'Team settings' }).click()
  expect((await settings).status()).toBe(200)
  await expect(page).toHaveURL(/\/settings\/crews\/[\w-]+$/)

  await page.goto('/settings')
  const contact = panel(page, 'Contact information')
  await contact.getByLabel('Email').fill(`new-${person.email}`)
  await contact.getByRole('button', { name: 'Update' }).click()
  await expect(title).toBeVisible()
  await page.goto(await mailedLink(`new-${person.email}`, product.dataDir))
  await page.getByRole('button', { name: 'Verify the address' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  // Requests of the dashboard while it is not known yet that it is closed.
  expect(complaints.splice(0).every((complaint) => complaint.includes('403'))).toBe(true)

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
  complaints.splice(0)
})
