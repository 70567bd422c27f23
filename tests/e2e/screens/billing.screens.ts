import { cardFrame, testCards, typeCard } from '../support/cards.ts'
import { teamOf } from '../support/members.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { keep, openAnew } from '../support/screens.ts'
import { expect, type Page, test } from '../support/test.ts'

const leaveDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

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

test('the subscription of a team', async ({ page, context, complaints }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@billing.northgate.example' })
  const { id } = await teamOf(context)
  await openAnew(page, `/settings/teams/${id}#/subscription`)
  await page.getByRole('button', { name: 'Choose Starter' }).waitFor()
  await keep(page, 'subscription-trial', { whole: true })
  await page.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog', { name: 'Starter' }).waitFor()
  await keep(page, 'plan-details')
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await cardFrame(page).getByLabel('Card number').waitFor()
  await keep(page, 'subscribe', { ready: drawn(page) })
  await typeCard(page, testCards.declined)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await cardFrame(page).getByText('Your card was declined.').waitFor()
  await keep(page, 'subscribe-declined', { ready: drawn(page) })
  complaints.splice(0)
  await leaveDialog(page)

  await post(context, `/settings/teams/${id}/subscription`, { plan: 'starter-monthly', stripe_token: 'pm_card_visa' })
  await openAnew(page, `/settings/teams/${id}#/subscription`)
  await page.getByRole('button', { name: 'Change to Business' }).waitFor()
  await keep(page, 'subscription', { whole: true })
  await page.getByRole('button', { name: 'Change to Business' }).click()
  await page.getByRole('button', { name: 'Change Plan' }).waitFor()
  await keep(page, 'change-plan')
})

test('what a user pays for themselves', async ({ page, context, complaints }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@billing.northgate.example', name: 'Ben Baker' })
  const card = { stripe_token: 'pm_card_authenticationRequired', country: 'GB' }
  await post(context, '/settings/subscription', { plan: 'solo-monthly', ...card })
  await openAnew(page, '/settings#/subscription')
  await page.getByRole('button', { name: 'Confirm payment' }).waitFor()
  await keep(page, 'payment-to-confirm', { whole: true })
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await page.frameLocator('iframe[title="Your bank"]').getByRole('button', { name: 'Confirm' }).waitFor()
  await keep(page, 'payment-confirmation', { ready: drawn(page) })
  await page.frameLocator('iframe[title="Your bank"]').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('It renews on').waitFor()
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('button', { name: 'Yes, Cancel' }).waitFor()
  await keep(page, 'subscription-cancel')
  await page.getByRole('button', { name: 'Yes, Cancel' }).click()
  await page.getByText('It ends on').waitFor()
  await openAnew(page, '/settings#/subscription')
  await keep(page, 'subscription-grace', { whole: true })

  await openAnew(page, '/settings#/payment-method')
  await page.getByText('Visa ending in 3184').waitFor()
  await keep(page, 'payment-method', { whole: true })
  await page.getByRole('button', { name: 'Replace Card' }).click()
  await cardFrame(page).getByLabel('Card number').waitFor()
  await keep(page, 'card-replace', { ready: drawn(page) })
  await openAnew(page, '/settings#/invoices')
  await page.getByRole('link', { name: /^Download/ }).waitFor()
  await keep(page, 'invoices')
  complaints.splice(0)
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
  await openAnew(page, '/settings#/invoices')
  await page.getByText('No invoices have been issued yet.').waitFor()
  await keep(page, 'invoices-empty')
  await openAnew(page, '/settings#/payment-method')
  await cardFrame(page).getByLabel('Card number').waitFor()
  await keep(page, 'payment-method-empty', { ready: drawn(page) })

  await post(context, '/settings/subscription', { plan: 'solo-monthly', stripe_token: 'pm_card_visa' })
  await pretend(page, ({ subscriptions }) => ({
    subscriptions: (subscriptions as object[]).map((each) => ({ ...each, status: 'past_due' })),
  }))
  await openAnew(page, '/settings#/subscription')
  await page.getByText('Your last payment failed').waitFor()
  await keep(page, 'subscription-past-due', { whole: true })
  await page.unroute('**/user/current')
  const since = '2026-11-22T12:00:00Z'
  await pretend(page, () => ({ billing_order: { id: 'o1', kind: 'swap', plan: 'solo-yearly', since } }))
  await openAnew(page, '/settings#/subscription')
  await page.getByText('A change is under way').waitFor()
  await keep(page, 'subscription-under-way', { whole: true })
})
