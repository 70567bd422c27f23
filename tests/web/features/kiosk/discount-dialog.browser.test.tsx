import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { DiscountButton } from '#web/features/kiosk/accounts/discount-button.tsx'

const api = fakeApi()

const present = {
  code: null,
  percent_off: 20,
  amount_off: null,
  currency: null,
  duration: 'repeating',
  duration_in_months: 3,
  ends_at: null,
  waits: true,
}
const sentence = 'It takes the place of the present discount: 20 % off every payment of 3 months, once there is a plan.'

test('[D-97] the form of a discount tells of the one that it takes the place of', async () => {
  api.on('GET /coupon/user/u1', () => ({ body: present }))
  const screen = await renderApp(<DiscountButton to={{ kind: 'user', id: 'u1', name: 'Ann' }} />)
  await screen.getByRole('button', { name: 'Add discount' }).click()

  await expect.element(screen.getByRole('dialog').getByText(sentence)).toBeVisible()
})

test('[D-97] the form of a first discount tells of none', async () => {
  api.on('GET /coupon/user/u1', () => ({ status: 204 }))
  const screen = await renderApp(<DiscountButton to={{ kind: 'user', id: 'u1', name: 'Ann' }} />)
  await screen.getByRole('button', { name: 'Add discount' }).click()

  await expect.element(screen.getByRole('dialog').getByLabelText('Amount')).toBeVisible()
  await expect.poll(() => api.sent.map(({ path }) => path)).toEqual(['/coupon/user/u1'])
  await expect.element(screen.getByText('It takes the place')).not.toBeInTheDocument()
})
