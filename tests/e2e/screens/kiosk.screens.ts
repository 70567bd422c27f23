import { panel, unfolded } from '../support/pages.ts'
import { enterAsOperator } from '../support/people.ts'
import { keep, openAnew, test } from '../support/screens.ts'

test('the kiosk: metrics and platform', async ({ page, context }) => {
  await enterAsOperator(context)
  await openAnew(page, '/spark/kiosk')
  const users = page.getByRole('figure', { name: 'New users' })
  await keep(page, 'kiosk-metrics', { see: users.locator('svg').first(), whole: true })
  await users.getByRole('button', { name: 'How it came about' }).click()
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /^UserRegistered/ })
    .first()
    .waitFor()
  await keep(page, 'kiosk-metric-events')

  await openAnew(page, '/spark/kiosk#/platform')
  for (const title of ['Queues', 'Billing', 'Deliveries and growth', 'History']) await unfolded(page, title)
  const row = (await unfolded(page, 'Read models')).getByRole('row', { name: /^facilities/ })
  await row.getByRole('button', { name: 'Rebuild: facilities' }).click()
  await row.getByText('Built, not in place yet').waitFor()
  // A picture of the whole page would be too tall for a phone; each panel lies elsewhere there.
  const from = (title: string) => ({
    ready: () => panel(page, title).evaluate((element) => element.scrollIntoView({ block: 'start' })),
  })
  await keep(page, 'kiosk-platform', { ready: () => row.evaluate((it) => it.scrollIntoView({ block: 'center' })) })
  await panel(page, 'Queues').getByRole('button', { name: 'Pause send-text' }).click()
  await panel(page, 'Queues').getByText('Paused').waitFor()
  await keep(page, 'kiosk-platform-queues', from('Queues'))
  await keep(page, 'kiosk-platform-billing', from('Billing'))
  await keep(page, 'kiosk-platform-storage', from('Storage'))
  await keep(page, 'kiosk-platform-deliveries', from('Deliveries and growth'))
  await keep(page, 'kiosk-platform-history', from('History'))
  await panel(page, 'Queues').getByRole('button', { name: 'Resume send-text' }).click()
  await row.getByRole('button', { name: 'Give up: facilities' }).click()
})
