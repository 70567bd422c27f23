import { cardFrame, testCards, typeCard } from '../support/cards.ts'
import { teamOf } from '../support/members.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { keep, openAnew, test } from '../support/screens.ts'
import { expect, type Page } from '../support/test.ts'

/** A frame of another origin is drawn by a process of its own, which hears of a new width a little later. */
const drawn = (page: Page) => async () => {
  const outside = page.locator('iframe')
  const inside = page.frames().at(-1)
  await expect
    .poll(async () => {
      const size = await outside.evaluate((frame: HTMLIFrameElement) => [frame.clientWidth, frame.clientHeight])
      const own = await inside?.evaluate(() => [innerWidth, Math.ceil(document.body.getBoundingClientRect().height)])
      return JSON.stringify(size) === JSON.stringify(own)
    })
    .toBe(true)
}

test('the subscription of a team', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@billing.northgate.example' })
  const { id } = await teamOf(context)
  await openAnew(page, `/settings/teams/${id}#/subscription`)
  await keep(page, 'subscription-trial', { button: 'Choose Starter', whole: true })
  await page.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Details' }).click()
  await keep(page, 'plan-details', { see: page.getByRole('dialog', { name: 'Starter' }), leave: true })
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await keep(page, 'subscribe', { see: cardFrame(page).getByLabel('Card number'), ready: drawn(page) })
  await typeCard(page, testCards.declined)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await cardFrame(page).getByText('Your card was declined.').waitFor()
  await keep(page, 'subscribe-declined', { ready: drawn(page), leave: true })

  await post(context, `/settings/teams/${id}/subscription`, { plan: 'starter-monthly', stripe_token: 'pm_card_visa' })
  await openAnew(page, `/settings/teams/${id}#/subscription`)
  await keep(page, 'subscription', { button: 'Change to Business', whole: true })
  await page.getByRole('button', { name: 'Change to Business' }).click()
  await keep(page, 'change-plan', { button: 'Change Plan' })
})

test('what a user pays for themselves', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@billing.northgate.example', name: 'Ben Baker' })
  const card = { stripe_token: 'pm_card_authenticationRequired', country: 'GB' }
  await post(context, '/settings/subscription', { plan: 'solo-monthly', ...card })
  await keep(page, 'payment-to-confirm', { at: '/settings#/subscription', button: 'Confirm payment', whole: true })
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await page.frameLocator('iframe[title="Your bank"]').getByRole('button', { name: 'Confirm' }).waitFor()
  await keep(page, 'payment-confirmation', { ready: drawn(page) })
  await page.frameLocator('iframe[title="Your bank"]').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('It renews on').waitFor()
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await keep(page, 'subscription-cancel', { button: 'Yes, Cancel' })
  await page.getByRole('button', { name: 'Yes, Cancel' }).click()
  await page.getByText('It ends on').waitFor()
  await keep(page, 'subscription-grace', { at: '/settings#/subscription', whole: true })

  await keep(page, 'payment-method', { at: '/settings#/payment-method', text: 'Visa ending in 3184', whole: true })
  await page.getByRole('button', { name: 'Replace Card' }).click()
  await keep(page, 'card-replace', { see: cardFrame(page).getByLabel('Card number'), ready: drawn(page) })
  await keep(page, 'invoices', { at: '/settings#/invoices', see: page.getByRole('link', { name: /^Download/ }) })
})

/** Answers for the signed-in user that other states of the provider would bring. */
const pretend = async (page: Page, change: (user: Record<string, unknown>) => object): Promise<void> => {
  await page.route('**/user/current', async (route) => {
    const answer = await route.fetch()
    const user = await answer.json()
    await route.fulfill({ response: answer, json: { ...user, ...change(user) } })
  })
}

test('billing where something is in the way', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'cat@billing.northgate.example' })
  await keep(page, 'invoices-empty', { at: '/settings#/invoices', text: 'No invoices have been issued yet.' })
  await openAnew(page, '/settings#/payment-method')
  await keep(page, 'payment-method-empty', { see: cardFrame(page).getByLabel('Card number'), ready: drawn(page) })

  await post(context, '/settings/subscription', { plan: 'solo-monthly', stripe_token: 'pm_card_visa' })
  await pretend(page, ({ subscriptions }) => ({
    subscriptions: (subscriptions as object[]).map((each) => ({ ...each, status: 'past_due' })),
  }))
  await openAnew(page, '/settings#/subscription')
  await keep(page, 'subscription-past-due', { text: 'Your last payment failed', whole: true })
  await page.unroute('**/user/current')
  const since = '2026-11-22T12:00:00Z'
  await pretend(page, () => ({ billing_order: { id: 'o1', kind: 'swap', plan: 'solo-yearly', since } }))
  await openAnew(page, '/settings#/subscription')
  await keep(page, 'subscription-under-way', { text: 'A change is under way', whole: true })
})
