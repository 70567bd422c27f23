import { expectAccessible } from './support/accessibility.ts'
import { fillRegistration, newPerson } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[REG-01] [REG-05] [REG-06] [REG-07] [REG-13] [REG-14] [REG-15] [STATE2-07] the welcome page leads to the registration, where a plan is chosen, the country is guessed, and the server says where to go', async ({
  page,
}) => {
  // The country that a proxy in front would tell; there is none here.
  await page.route('**/geocode/country', (route) => route.fulfill({ json: 'CA' }))
  await page.goto('/')
  const { email } = newPerson()
  await page.getByLabel('Try now FREE').fill(email)
  await page.getByRole('button', { name: 'Get started' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)

  const plans = page.getByRole('radiogroup', { name: 'Plan' })
  await expect(plans.getByRole('radio', { name: 'Free, Free' })).toBeChecked()
  await expect(plans.getByRole('radio', { name: 'Solo, £9.00 a month' })).toBeVisible()
  await plans.getByRole('radio', { name: 'Starter, £19.00 a month' }).click()
  await page.getByText('Yearly').click()
  await expect(plans.getByRole('radio', { name: /a month/ })).toHaveCount(0)
  await expect(plans.getByRole('radio', { name: 'Starter, £190.00 a year' })).toBeChecked()
  await expect(page.getByText('Starter then costs £190.00 a year, once you subscribe in the settings.')).toBeVisible()

  await page.getByText('Billing address (optional)').click()
  const states = page.getByLabel('State or province')
  await expect(page.getByLabel('Country')).toHaveValue('CA')
  await expect(states.getByRole('option', { name: 'Ontario' })).toBeAttached()
  await page.getByLabel('Country').selectOption('US')
  await expect(states.getByRole('option', { name: 'California' })).toBeAttached()
  await expect(states.getByRole('option', { name: 'Ontario' })).toHaveCount(0)
  await expectAccessible(page)

  await fillRegistration(page, newPerson())
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
