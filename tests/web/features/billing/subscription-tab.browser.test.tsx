import { cleanNotifications } from '@mantine/notifications'
import { expect, test } from 'vitest'
import type { BillingOrderId } from '#schemas/ids.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { givenPayer, onSolo } from '#tests/web/support/billing-user.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { accountOfUser } from '#web/features/billing/account.ts'
import { SubscriptionTab } from '#web/features/billing/subscription-tab.tsx'
import { useUser } from '#web/lib/session.ts'

const api = fakeApi()

const Own = () => <SubscriptionTab account={accountOfUser(useUser())} />
const open = () =>
  renderApp(
    <>
      <Own />
      <Announcements />
    </>,
  )
/** Orders the Solo plan. */
const subscribe = async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Choose Solo' }).click()
  await screen.getByRole('button', { name: 'Subscribe', exact: true }).click()
  return screen
}
const order: NonNullable<CurrentUser['billing_order']> = {
  id: 'o1' as BillingOrderId,
  plan: 'solo-monthly',
  since: '2026-11-22T12:00:00Z',
  kind: 'subscribe',
}
const sentTo = (path: string) => api.sent.filter((each) => each.method === 'PUT' && each.path === path)

test('a change that the provider is slow with is shown as under way, and then as done, without a reload', async () => {
  const { show } = givenPayer(api)
  api.on('PUT /settings/subscription', () => ({ status: 202, body: show({ billing_order: order }) }))
  const screen = await subscribe()

  await expect.element(screen.getByText('A change is under way')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  show(onSolo())

  await expect.element(screen.getByText('It renews on December 22nd, 2026.')).toBeVisible()
  await expect.element(screen.getByText('A change is under way')).not.toBeInTheDocument()
})

test('[D-117] use stands beside each limit, of the cards and before the order, and that no money moves', async () => {
  givenPayer(api)
  const screen = await open()
  const use = screen.getByRole('list', { name: 'What you have of Solo' })

  await expect.element(use).toHaveTextContent('3 of 1 team, more than it allows2 of 10 sites1 of 1 member')
  await expect.element(screen.getByText(/Test mode, no money moves/)).toBeVisible()
  await screen.getByRole('button', { name: 'Choose Solo' }).click()
  await expect.element(screen.getByRole('dialog').getByText(/3 of 1 team, more/)).toBeVisible()
})

const notMade = 'We were unable to update your subscription. Please contact customer support.'
const refused = (field: string, words: string) => ({ message: words, errors: { [field]: [words] } })

test.each([
  [409, { message: 'Internal words.' }, notMade],
  [500, { message: 'Internal words.' }, notMade],
  [503, { message: 'Internal words.' }, notMade],
  [422, refused('plan', 'You have 3 teams; Solo allows 1 team.'), 'You have 3 teams; Solo allows 1 team.'],
  [422, refused('coupon', 'This coupon has expired.'), 'This coupon has expired.'],
])(
  '[ERR2-04] [ERR2-05] a change that is answered %i %j says “%s”, and can be tried again',
  async (status, body, words) => {
    givenPayer(api)
    api.on('PUT /settings/subscription', () => ({ status, body }))
    const screen = await subscribe()

    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByText('Internal words.')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Subscribe', exact: true })).toBeEnabled()
  },
)

test('a double click orders once', async () => {
  const { show } = givenPayer(api)
  const { promise, resolve } = Promise.withResolvers<void>()
  api.on('PUT /settings/subscription', async () => {
    await promise
    return { body: show(onSolo()) }
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Choose Solo' }).click()
  const button = screen.getByRole('button', { name: 'Subscribe', exact: true })
  await expect.element(button).toBeVisible()
  const element = button.element() as HTMLElement
  element.click()
  element.click()
  await expect.element(screen.getByRole('button', { name: 'Subscribing' })).toBeDisabled()
  resolve()

  await expect.element(screen.getByText('It renews on December 22nd, 2026.')).toBeVisible()
  expect(sentTo('/settings/subscription').map(({ body }) => body)).toEqual([{ plan: 'solo-monthly' }])
})

test('a change whose answer comes after its news leaves the dialog of another plan open', async () => {
  cleanNotifications()
  const { show } = givenPayer(api)
  const { promise, resolve } = Promise.withResolvers<void>()
  api.on('PUT /settings/subscription', async () => {
    const body = show(onSolo())
    await promise
    return { body }
  })
  const screen = await subscribe()
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText('It renews on December 22nd, 2026.')).toBeVisible()
  await screen.getByText('Yearly').click()
  await screen.getByRole('button', { name: 'Change to Solo' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Change to Solo' })
  const isUsed = () => dialog.element().contains(document.activeElement)
  await expect.poll(isUsed).toBe(true)
  resolve()

  await expect.element(screen.getByText('Your subscription has been updated.')).toBeVisible()
  expect(isUsed()).toBe(true)
})

test('[STATE2-09] after a change the user and their teams are asked for anew', async () => {
  const { show } = givenPayer(api)
  api.on('PUT /settings/subscription', () => ({ body: show(onSolo()) }))
  const screen = await open()
  await screen.getByRole('button', { name: 'Choose Solo' }).click()
  const before = api.sent.length
  await screen.getByRole('button', { name: 'Subscribe', exact: true }).click()

  await expect.element(screen.getByText('It renews on December 22nd, 2026.')).toBeVisible()
  const paths = api.sent.slice(before).map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/user/current', '/teams']))
})

test('a renewal that could not be charged is said above everything else', async () => {
  givenPayer(api, onSolo({ status: 'past_due' }))
  const screen = await open()

  await expect.element(screen.getByText('Your last payment failed')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Pay with another card' })).toBeVisible()
})

test('a renewal that the bank wants confirmed asks for that, and cannot be undone here', async () => {
  givenPayer(api, { ...onSolo(), payment_action: { kind: 'payment', client_secret: 'pi_1_secret_2' } })
  const screen = await open()

  await expect.element(screen.getByRole('button', { name: 'Confirm payment' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Do not make the change' })).not.toBeInTheDocument()
})

test('[SET-13] a change says what is due today, as the payment provider works it out', async () => {
  givenPayer(api, onSolo())
  api.on('POST /settings/subscription/preview', ({ body }) => ({
    body: { ...(body as object), due_today: 81, credit: 0 },
  }))
  const screen = await open()
  await screen.getByText('Yearly').click()
  await screen.getByRole('button', { name: 'Change to Solo' }).click()

  await expect.element(screen.getByRole('dialog').getByText('£81.00')).toBeVisible()
  expect(api.sent.find(({ path }) => path.endsWith('/preview'))?.body).toEqual({ plan: 'solo-yearly' })
})

test('[D-126] a first plan says what is due with the discount and the credit that wait for it', async () => {
  givenPayer(api)
  api.on('POST /settings/subscription/preview', ({ body }) => ({
    body: { ...(body as object), total: 9, due_today: 4.5, credit: 2 },
  }))
  const screen = await open()
  await screen.getByRole('button', { name: 'Choose Solo' }).click()

  await expect.element(screen.getByRole('dialog').getByText('£4.50')).toBeVisible()
  await expect.element(screen.getByRole('dialog').getByText('£2.00')).toBeVisible()
})

const ofCoupon = {
  code: 'WELCOME',
  percent_off: 20,
  amount_off: null,
  duration: 'repeating',
  duration_in_months: 3,
  currency: null,
  ends_at: '2027-03-05T12:00:00Z',
  waits: false,
}

test('[SET-15] the present discount is told, in pounds where it is an amount in pence [CONST2-10]', async () => {
  givenPayer(api, onSolo())
  const amount = { percent_off: null, amount_off: 550, duration: 'once', duration_in_months: null, ends_at: null }
  api.on('GET /coupon/user/u1', () => ({ body: { ...ofCoupon, ...amount } }))
  const screen = await open()

  await expect.element(screen.getByText('£5.50 off the next payment.')).toBeVisible()
})

test('[SET-16] a coupon is redeemed, and one that is not valid is told at its field', async () => {
  givenPayer(api, onSolo())
  const words = 'This coupon code is invalid.'
  api.on('POST /settings/payment-method/coupon', ({ body }) => {
    if ((body as { coupon: string }).coupon !== 'WELCOME') {
      return { status: 422, body: { message: words, errors: { coupon: [words] } } }
    }
    api.on('GET /coupon/user/u1', () => ({ body: ofCoupon }))
    return { body: ofCoupon }
  })
  const screen = await open()
  const code = screen.getByLabelText('Coupon code')

  await code.fill('NONE')
  await screen.getByRole('button', { name: 'Redeem' }).click()
  await expect.element(screen.getByText(words)).toBeVisible()
  await expect.element(code).toHaveValue('NONE')

  await code.fill('WELCOME')
  await screen.getByRole('button', { name: 'Redeem' }).click()
  await expect.element(screen.getByText('20 % off every payment of 3 months, until March 5th, 2027.')).toBeVisible()
  await expect.element(code).toHaveValue('')
})

const override = {
  sites: 40,
  team_members: 12,
  teams: null,
  reason: 'They move',
  ends_at: '2030-12-31T23:59:59.999Z',
}
const OfTeam = () => <SubscriptionTab account={{ ...accountOfUser(useUser()), kind: 'team', id: 't1', override }} />

test('a team reads which limits it was given, and until when', async () => {
  givenPayer(api)
  api.on('GET /coupon/team/t1', () => ({ status: 204 }))
  const screen = await renderApp(<OfTeam />)

  const words = 'We have given your team other limits: 40 sites and 12 members, until December 31st, 2030.'
  await expect.element(screen.getByText(words)).toBeVisible()
})
