import { expectAccessible } from './support/accessibility.ts'
import { mailedLink } from './support/mails.ts'
import { panel } from './support/pages.ts'
import { fillRegistration, newPerson, signIn } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import { test as base, expect } from './support/test.ts'

/** On a product of its own, configured otherwise than the one of the whole run. */
const test = base.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
  product: async ({}, use) => {
    const product = await startProduct({ REQUIRE_VERIFIED_EMAIL: 'true', TEAM_WORD_PLURAL: 'crews' })
    await use(product)
    await product.stop()
  },
  baseURL: async ({ product }, use) => use(product.url),
})

test('[PLAT-04] an address is verified before anything opens, and teams are what they are called', async ({
  page,
  complaints,
  product,
}) => {
  const person = newPerson()
  await page.goto('/register')
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()

  const title = page.getByRole('heading', { name: 'Verify your email address', level: 1 })
  await expect(title).toBeVisible()
  await expectAccessible(page)
  const link = await mailedLink(person.email, product.dataDir)
  await page.goto('/dashboard')
  await expect(title).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()

  // Somewhere else the link counts too, and the page that waits goes on by itself.
  const elsewhere = await page.context().browser()?.newPage()
  if (!elsewhere) throw new Error('There is no browser')
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Verify the address' }).click()
  await signIn(elsewhere, person)
  await elsewhere.close()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  const settings = page.waitForResponse((response) => /\/crews\/[\w-]+$/.test(new URL(response.url()).pathname))
  await page.getByRole('button', { name: `Team ${person.team}` }).click()
  await page.getByRole('menuitem', { name: 'Team settings' }).click()
  expect((await settings).status()).toBe(200)
  await expect(page).toHaveURL(/\/settings\/crews\/[\w-]+$/)

  await page.goto('/settings')
  const form = panel(page, 'Contact information')
  await form.getByLabel('Email').fill(`new-${person.email}`)
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(title).toBeVisible()
  await page.goto(await mailedLink(`new-${person.email}`, product.dataDir))
  await page.getByRole('button', { name: 'Verify the address' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  // Requests of the dashboard while it is not known yet that it is closed.
  expect(complaints.splice(0).every((complaint) => complaint.includes('403'))).toBe(true)
})
