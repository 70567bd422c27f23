import { cardFrame, testCards, typeCard, wantCardUpFront } from '../support/cards.ts'
import { mailedLink } from '../support/mails.ts'
import { teamOf } from '../support/members.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { keep, openAnew, test } from '../support/screens.ts'

test('what guests see', async ({ page }) => {
  await keep(page, 'welcome', { at: '/', see: page.getByLabel('Try now FREE'), whole: true })
  await keep(page, 'terms', { at: '/terms', see: page.getByRole('heading', { level: 1 }), whole: true })
  await openAnew(page, '/login')
  await page.getByLabel('Email').fill('ann@guests.northgate.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong horse')
  await keep(page, 'login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await keep(page, 'login-refused', { see: page.getByText('do not match').or(page.getByRole('alert')).first() })
  await openAnew(page, '/password/forgotten')
  await page.getByLabel('Email').fill('ann@guests.northgate.example')
  await keep(page, 'password-forgotten')
  await page.getByRole('button', { name: 'Send link' }).click()
  await keep(page, 'password-link-sent', { text: 'a link to set a new password is on its way' })
  await keep(page, 'password-reset', { at: '/password/reset#/1234', see: page.getByLabel('Confirm password') })
  await page.getByLabel('New password').fill('correct horse 7 battery')
  await page.getByLabel('Confirm password').fill('correct horse 7 battery')
  await page.getByRole('button', { name: 'Set password' }).click()
  await keep(page, 'password-link-expired', { see: page.getByRole('alert') })
  await keep(page, 'second-step-app', { at: '/login/token', see: page.getByLabel('Code') })
  await keep(page, 'second-step-text', { at: '/login/token?by=text', button: 'Send another code' })
  await page.getByRole('button', { name: 'I can’t get a code' }).click()
  await keep(page, 'second-step-reset-code', { see: page.getByLabel('Reset code') })
  await keep(page, 'verify-email', { at: '/verify-email#/1234', button: 'Verify the address' })
  await page.getByRole('button', { name: 'Verify the address' }).click()
  await keep(page, 'verify-email-expired', { see: page.getByRole('alert') })
})

test('registering', async ({ page, browser }) => {
  await page.route('**/geocode/country', (route) => route.fulfill({ json: 'CA' }))
  await keep(page, 'register', { at: '/register', see: page.getByRole('radio', { name: /Starter/ }), whole: true })
  await page.getByText('Billing address (optional)').click()
  await page.getByLabel('State or province').getByRole('option', { name: 'Ontario' }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await keep(page, 'register-refused', { text: 'The name field is required.', whole: true })

  await wantCardUpFront(page)
  await openAnew(page, '/register')
  await page.getByLabel('Name', { exact: true }).fill('Ann Archer')
  await page.getByLabel('Email').fill('card@guests.northgate.example')
  await page.getByLabel('Password', { exact: true }).fill('correct horse 7 battery')
  await page.getByLabel('Confirm password').fill('correct horse 7 battery')
  await page.getByLabel('Team', { exact: true }).fill('Card Northgate')
  await page.getByLabel('I accept the terms').check()
  await page.getByRole('radio', { name: /Starter/ }).click()
  await typeCard(page, testCards.declined)
  const card = page.getByTitle('Card')
  const ready = () => card.evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
  // Browsers do not draw a frame of another origin that is out of sight.
  await keep(page, 'register-with-card', { ready })
  await page.getByRole('button', { name: 'Pay and create account' }).click()
  await keep(page, 'register-card-declined', { see: cardFrame(page).getByText('Your card was declined.'), ready })

  const host = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  await registerThroughApi(host, { team: 'Northgate', email: 'host@guests.northgate.example' })
  await post(host, `/settings/teams/${(await teamOf(host)).id}/invitations`, { email: 'bea@guests.northgate.example' })
  await openAnew(page, await mailedLink('bea@guests.northgate.example'))
  await keep(page, 'register-invited', { text: 'You are invited to join the team Northgate.', whole: true })
  await openAnew(page, '/register?invitation=an-unknown-code')
  await keep(page, 'register-invitation-invalid', { see: page.getByRole('alert') })
  await host.close()
})

test('an address to be verified', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@guests.northgate.example' })
  await page.route('**/user/current', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), must_verify_email: true } })
  })
  await keep(page, 'verify-email-asked', { at: '/verify-email', button: 'Send the link again' })
})
