import { expect, test, vi } from 'vitest'
import { somethingWentWrong } from '#schemas/calls/messages.ts'
import { givenPayer } from '#tests/web/support/billing-user.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { Area } from '#web/components/area.tsx'
import { accountOfUser } from '#web/features/billing/account.ts'
import { InvoicesTab } from '#web/features/billing/invoices-tab.tsx'
import { useUser } from '#web/lib/session.ts'

const api = fakeApi()

const Own = () => <InvoicesTab account={accountOfUser(useUser())} />

test('[ERR1-04] invoices that could not be loaded are asked for again, as often as it takes', async () => {
  // React names what an error boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  givenPayer(api)
  const asked = () => api.sent.filter(({ path }) => path.startsWith('/settings/invoices')).length
  const failure = { status: 500, body: { message: 'Internal words.' } }
  api.on('GET /settings/invoices?limit=1000', () => failure)
  const screen = await renderApp(
    <Area name="invoices">
      <Own />
    </Area>,
  )
  const tryAgain = screen.getByRole('button', { name: 'Try again' })
  await expect.element(screen.getByText(somethingWentWrong)).toBeVisible()

  await tryAgain.click()
  await expect.poll(asked).toBe(2)
  await expect.element(tryAgain).toBeVisible()
  api.on('GET /settings/invoices?limit=1000', () => ({ body: [] }))
  await tryAgain.click()

  await expect.element(screen.getByText('No invoices have been issued yet.')).toBeVisible()
  expect(asked()).toBe(3)
})
