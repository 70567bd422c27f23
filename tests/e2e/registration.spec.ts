import { expectAccessible } from './support/accessibility.ts'
import { cardFrame, testCards, typeCard, wantCardUpFront } from './support/cards.ts'
import { newPerson } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const fill = async (page: Page): Promise<void> => {
  const person = newPerson()
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByLabel('Team', { exact: true }).fill(person.team)
  await page.getByLabel('I accept the terms').check()
}

/** The country that a proxy in front would tell; there is none here. */
const guessCountry = async (page: Page, country: string): Promise<void> => {
  await page.route('**/geocode/country', (route) => route.fulfill({ json: country }))
}

test('[REG-06] [REG-07] the welcome page takes an address and leads to the registration @phone', async ({ page }) => {
  await page.goto('/')
  const { email } = newPerson()
  await page.getByLabel('Try now FREE').fill(email)
  await page.getByRole('button', { name: 'Get started' }).click()

  await expect(page.getByRole('heading', { name: 'Create an account', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

const unknown = [
  ['[REG-03] [STATE2-25] [STATE2-42] [ERR2-10] an invitation', 'invitation=an-unknown-code'],
  ['[REG-04] [STATE2-26] [ERR2-11] an invitation of a team', 'team-invitation=01890000-0000-7000-8000-000000000000'],
] as const
for (const [what, query] of unknown) {
  test(`${what} that no longer counts says so, and one can register all the same`, async ({ page, complaints }) => {
    await page.goto(`/register?${query}`)
    await expect(page.getByRole('alert')).toHaveText(/^This invitation is no longer valid\./)
    await expect(page.getByLabel('Team', { exact: true })).toBeEditable()
    await expectAccessible(page)
    expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])
  })
}

test('[REG-01] [REG-05] [REG-15] [STATE2-07] plans of teams and users are shown, the chosen one is sent, and the server says where to go', async ({
  page,
}) => {
  await page.goto('/register')
  const plans = page.getByRole('radiogroup', { name: 'Plan' })
  await expect(plans.getByRole('radio', { name: 'Free, Free' })).toBeChecked()
  await expect(plans.getByRole('radio', { name: 'Solo, £9.00 a month' })).toBeVisible()
  await plans.getByRole('radio', { name: 'Starter, £19.00 a month' }).click()
  await page.getByText('Yearly').click()
  await expect(plans.getByRole('radio', { name: /a month/ })).toHaveCount(0)
  await expect(plans.getByRole('radio', { name: 'Starter, £190.00 a year' })).toBeChecked()
  await expect(page.getByText('Starter then costs £190.00 a year, once you subscribe in the settings.')).toBeVisible()

  await fill(page)
  const sent: unknown[] = []
  await page.route('**/register', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(route.request().postDataJSON().plan)
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), redirect: '/settings' } })
  })
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect(sent).toEqual(['starter-yearly'])
})

test('[REG-11] [STATE2-12] a plan is paid for at registration: a card is declined, and another one makes the account', async ({
  page,
  complaints,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const cardCode = () => scripts.filter((url) => /sandbox-card|provider-frame|\/card(\?|$)/.test(url))
  await wantCardUpFront(page)
  await page.goto('/register')
  await expect(page.getByRole('radio', { name: 'Free, Free' })).toBeChecked()
  await fill(page)
  const email = await page.getByLabel('Email').inputValue()
  expect(cardCode()).toEqual([])

  await page.getByRole('radio', { name: 'Starter, £19.00 a month' }).click()
  await expect(page.getByText(/^£19\.00 a month, charged to your card today and then every month\./)).toBeVisible()
  await page.getByLabel('City').fill('Leeds')
  await typeCard(page, testCards.declined)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay and create account' }).click()

  await expect(cardFrame(page).getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('City')).toHaveValue('Leeds')
  await expect(page.getByRole('button', { name: 'Pay and create account' })).toBeEnabled()
  await expectAccessible(page)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await typeCard(page, testCards.good)
  await page.getByRole('button', { name: 'Pay and create account' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const team = await (await page.request.get('/teams/current')).json()
  expect(team).toMatchObject({
    subscriptions: [{ provider_plan: 'starter-monthly', status: 'active' }],
    card_last_four: '4242',
  })
})

test('[REG-02] [ERR2-12] a coupon of the link that nobody knows is flagged, and one can register all the same', async ({
  page,
  complaints,
}) => {
  await page.goto('/register?coupon=NOBODY')
  await expect(page.getByRole('alert')).toHaveText(/^The coupon NOBODY is not valid/)
  await expectAccessible(page)
  await fill(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  expect(new Set(complaints.splice(0))).toEqual(new Set([expect.stringContaining('404')]))
})

test('a card that the bank wants confirmed makes the account, and leads to its subscription', async ({ page }) => {
  await wantCardUpFront(page)
  await page.goto('/register')
  await fill(page)
  await page.getByRole('radio', { name: 'Solo, £9.00 a month' }).click()
  await typeCard(page, testCards.confirmed)
  // By key: right after a page has scrolled, clicks go to the provider's frame where it was before.
  await page.getByRole('button', { name: 'Pay and create account' }).press('Enter')

  await expect(page).toHaveURL(/\/settings#\/subscription$/)
  const user = await (await page.request.get('/user/current')).json()
  expect(user).toMatchObject({ subscriptions: [], payment_action: { kind: 'payment' } })
})

test('[REG-13] [REG-14] the country is guessed on load, and its states follow it', async ({ page }) => {
  await guessCountry(page, 'CA')
  await page.goto('/register')
  await page.getByText('Billing address (optional)').click()
  const states = page.getByLabel('State or province')

  await expect(page.getByLabel('Country')).toHaveValue('CA')
  await expect(states.getByRole('option', { name: 'Ontario' })).toBeAttached()
  await page.getByLabel('Country').selectOption('US')
  await expect(states.getByRole('option', { name: 'California' })).toBeAttached()
  await expect(states.getByRole('option', { name: 'Ontario' })).toHaveCount(0)
  await expectAccessible(page)
})

test('[REG-13] a guess that comes late leaves the country that was chosen', async ({ page }) => {
  const guess = Promise.withResolvers<void>()
  await page.route('**/geocode/country', async (route) => {
    await guess.promise
    await route.fulfill({ json: 'CA' })
  })
  await page.goto('/register')
  await page.getByText('Billing address (optional)').click()
  await page.getByLabel('Country').selectOption('FR')

  const answered = page.waitForResponse('**/geocode/country')
  guess.resolve()
  await answered
  await page.getByLabel('City').fill('Lyon')

  await expect(page.getByLabel('Country')).toHaveValue('FR')
})
