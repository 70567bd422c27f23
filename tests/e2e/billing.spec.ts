import { expectAccessible } from './support/accessibility.ts'
import { cardFrame, testCards, typeCard } from './support/cards.ts'
import { addMember, teamOf } from './support/members.ts'
import { panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const openTeam = async (page: Page, tab: string): Promise<void> => {
  const { id } = await teamOf(page.context())
  await page.goto(`/settings/teams/${id}#/${tab}`)
  await expect(page.getByRole('tab', { selected: true })).toBeVisible()
}
const plan = (page: Page, name: string) => page.getByRole('article', { name })
const dialog = (page: Page) => page.getByRole('dialog')

/** Subscribes the signed-in user, or their team, through the API. */
const subscribe = async (page: Page, of: 'user' | 'team', body: object): Promise<void> => {
  const path = of === 'user' ? '/settings' : `/settings/teams/${(await teamOf(page.context())).id}`
  await post(page.context(), `${path}/subscription`, { stripe_token: 'pm_card_visa', country: 'GB', ...body })
}

test('[SET-01] [SET-11] [SET-12] [SET-13] [STATE2-08] a team subscribes: a declined card is told at its number, another one pays @phone', async ({
  page,
  complaints,
  owner: _,
}) => {
  await openTeam(page, 'subscription')
  await expect(panel(page, 'Subscription')).toContainText('On trial')
  await expect(panel(page, 'Subscription')).toContainText('(10 days left)')
  await expectAccessible(page)

  await page.getByText('Yearly', { exact: true }).click()
  await expect(plan(page, 'Starter')).toContainText('£190.00 a year')
  await page.getByText('Monthly', { exact: true }).click()
  await plan(page, 'Starter').getByRole('button', { name: 'Details' }).click()
  await expect(dialog(page)).toContainText('£19.00 a month')
  await expectAccessible(page)
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

  await typeCard(page, testCards.good)
  await dialog(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(panel(page, 'Subscription')).toContainText('The trial ends on')
  await expect(plan(page, 'Starter')).toContainText('Your plan')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
})

test('[SET-02] [STATE2-09] [STATE2-14] a bank asks a user to confirm: refused, left, and confirmed', async ({
  page,
  complaints,
  owner: _,
}) => {
  const bank = page.frameLocator('iframe[title="Your bank"]')
  await page.goto('/settings#/subscription')
  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await expect(dialog(page)).toContainText('Due today')
  await typeCard(page, testCards.confirmed)
  await dialog(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(bank.getByText('Do you confirm a payment of £9.00?')).toBeVisible()
  await bank.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('alert').first()).toHaveText(/^We are unable to authenticate your payment method/)
  await expect(plan(page, 'Solo')).not.toContainText('Your plan')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await page.getByRole('button', { name: 'Choose Solo' }).click()
  await expect(dialog(page)).toContainText('Visa ending in 3184')
  await dialog(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(bank.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText('Your bank asks you to confirm')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await bank.getByRole('button', { name: 'Confirm' }).click()

  await expect(plan(page, 'Solo')).toContainText('Your plan')
  await expect(page.getByText('Your bank asks you to confirm')).toHaveCount(0)
  await expect(panel(page, 'Subscription')).toContainText('Active')
})

test('a payment that the bank wants confirmed can be left, and nothing is changed', async ({ page, owner: _ }) => {
  await subscribe(page, 'user', { plan: 'solo-monthly', stripe_token: 'pm_card_authenticationRequired' })
  await page.goto('/settings#/subscription')

  await page.getByRole('button', { name: 'Do not make the change' }).click()

  await expect(page.getByText('Your bank asks you to confirm')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choose Solo' })).toBeVisible()
})

test('[STATE2-06] [STATE2-07] [ERR2-04] a team changes up and down, and is told what is in the way of a smaller plan', async ({
  page,
  complaints,
  context,
  owner: _,
}) => {
  await subscribe(page, 'team', { plan: 'starter-monthly' })
  await openTeam(page, 'subscription')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Free', 'Starter', 'Business'])
  await page.getByRole('button', { name: 'Change to Business' }).click()
  await expect(dialog(page)).toContainText('Visa ending in 4242')
  await dialog(page).getByRole('button', { name: 'Change Plan' }).click()
  await expect(plan(page, 'Business')).toContainText('Your plan')

  const client = (await post(context, '/api/client', { name: 'Acme' })) as { id: string }
  for (let site = 1; site <= 26; site += 1) {
    await post(context, '/api/site', { name: `Site ${site}`, postcode: 'EC1A 1BB', client_id: client.id })
  }
  await page.getByRole('button', { name: 'Change to Starter' }).click()
  await dialog(page).getByRole('button', { name: 'Change Plan' }).click()
  await expect(dialog(page)).toContainText(
    'Your team has 26 sites and 1 member; Starter allows 25 sites and 10 members.',
  )
  // The preview of what is due is refused for the same reason.
  await expect.poll(() => complaints.length).toBe(2)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422'), expect.stringContaining('422')])

  const [site] = (await (await context.request.get('/api/sites?limit=1')).json()) as [{ id: string }]
  await context.request.delete(`/api/site/${site.id}`, { headers: { origin: new URL(page.url()).origin } })
  await dialog(page).getByRole('button', { name: 'Change Plan' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(plan(page, 'Starter')).toContainText('Your plan')
})

test('[SET-14] [STATE2-10] a subscription is cancelled until its day and resumed', async ({ page, owner: _ }) => {
  await subscribe(page, 'user', { plan: 'solo-monthly' })
  await page.goto('/settings#/subscription')
  const renews = await panel(page, 'Subscription')
    .getByText(/^It renews on/)
    .textContent()
  const day = renews?.replace(/^It renews on (.*)\.$/, '$1') ?? ''

  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(dialog(page)).toContainText(`Solo stays until ${day}.`)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(panel(page, 'Subscription')).toContainText('On grace period')
  await expect(panel(page, 'Subscription')).toContainText(`It ends on ${day}.`)

  await panel(page, 'Subscription').getByRole('button', { name: 'Resume Subscription' }).click()
  await dialog(page).getByRole('button', { name: 'Resume' }).click()
  await expect(panel(page, 'Subscription')).toContainText('Active')
  await expect(panel(page, 'Subscription')).toContainText(`It renews on ${day}.`)
})

test('[SET-17] [SET-18] [SET-20] [STATE2-11] card, address and further lines are changed', async ({
  page,
  owner: _,
}) => {
  await subscribe(page, 'user', { plan: 'solo-monthly' })
  await page.goto('/settings#/payment-method')
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
})

test('[SET-21] an invoice is listed and downloaded as PDF', async ({ page, owner: _ }) => {
  await page.goto('/settings#/invoices')
  await expect(page.getByText('No invoices have been issued yet.')).toBeVisible()
  await subscribe(page, 'user', { plan: 'solo-monthly' })
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: '£9.00' })).toContainText('Paid')
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download invoice/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^invoice-.*\.pdf$/)
  const bytes = await (await (await download).createReadStream()).toArray()
  expect(Buffer.concat(bytes).subarray(0, 5).toString()).toBe('%PDF-')
})

test('[SET-22] invoices of 0.00 are not shown', async ({ page, context, owner: _ }) => {
  await subscribe(page, 'team', { plan: 'starter-monthly' })
  const { id } = await teamOf(context)
  await expect
    .poll(async () => (await (await context.request.get(`/settings/teams/${id}/invoices`)).json()).length)
    .toBe(1)

  await openTeam(page, 'invoices')

  await expect(page.getByText('No invoices have been issued yet.')).toBeVisible()
})

test('who does not own a team sees nothing of its billing', async ({ context, browser, owner: _ }) => {
  const { context: admins } = await addMember(browser, context, { role: 'admin' })
  const page = await admins.newPage()

  await openTeam(page, 'subscription')

  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Members'])
  await admins.close()
})

test('pages without a card load nothing of the payment provider', async ({ page, context, owner: _ }) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  const loaded = async () => {
    const texts = [...scripts].map(async (url) => (await context.request.get(url)).text())
    return (await Promise.all(texts)).join()
  }
  const ours = 'The card form has not loaded yet'
  const stripes = 'Failed to load Stripe.js'
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: 'Clients' })).toBeVisible()
  const first = await loaded()
  expect(first).toContain('Siteledger')
  expect([ours, stripes].filter((text) => first.includes(text))).toEqual([])

  await page.goto('/settings#/payment-method')
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  const withCard = await loaded()
  expect([ours, stripes].filter((text) => withCard.includes(text))).toEqual([ours])
})

test('[ERR2-02] a team that nobody pays for leads to the subscription', async ({ page, complaints, owner: _ }) => {
  await page.route('**/api/clients?*', (route) =>
    route.fulfill({ status: 402, json: { message: 'Please subscribe.' } }),
  )

  await page.goto('/dashboard')

  await expect(page).toHaveURL(/\/settings#\/subscription$/)
  await expect(panel(page, 'Your teams').getByRole('link', { name: 'Subscription of the team' })).toBeVisible()
  await panel(page, 'Your teams').getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Choose Starter' })).toBeVisible()
  expect(complaints.splice(0).every((complaint) => complaint.includes('402'))).toBe(true)
})
