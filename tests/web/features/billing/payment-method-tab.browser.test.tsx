import { expect, test } from 'vitest'
import { givenPayer, onSolo } from '#tests/web/support/billing-user.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { givenPageSettings } from '#tests/web/support/page-settings.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { accountOfUser } from '#web/features/billing/account.ts'
import { PaymentMethodTab } from '#web/features/billing/payment-method-tab.tsx'
import { useUser } from '#web/lib/session.ts'

const api = fakeApi()

const Own = () => <PaymentMethodTab account={accountOfUser(useUser())} />
const open = () => renderApp(<Own />)

/** A server that taxes Germany with 19 %, and nobody who has a VAT number. */
const givenTax = () => {
  givenPageSettings({ 'collect-vat': 'true' })
  api.on('POST /tax-rate', ({ body }) => {
    const { country, vat_id } = body as { country: string; vat_id: string }
    const rate = country === 'DE' ? 19 : 20
    return { body: { rate: vat_id ? 0 : rate } }
  })
}

test('[STATE2-38] [STATE2-40] the tax follows address and country while they are typed', async () => {
  givenPayer(api, onSolo())
  givenTax()
  const screen = await open()
  const address = screen.getByRole('region', { name: 'Billing address' })
  await expect.element(address.getByText('VAT on your next invoices: 20 %')).toBeVisible()

  await address.getByLabelText('Country').selectOptions('Germany')
  await expect.element(address.getByText('VAT on your next invoices: 19 %')).toBeVisible()
  await address.getByLabelText('Postcode').fill('10115')

  await expect.poll(() => api.sent.at(-1)).toMatchObject({ path: '/tax-rate', body: { country: 'DE', zip: '10115' } })
})

test('[SET-19] [STATE2-39] the tax follows the VAT ID, which is checked by the server', async () => {
  givenPayer(api, { ...onSolo(), billing_city: 'Berlin', billing_state: 'BE', billing_zip: '10115' })
  givenTax()
  const words = 'The VAT number is invalid.'
  api.on('PUT /settings/payment-method/vat-id', () => ({
    status: 422,
    body: { message: words, errors: { vat_id: [words] } },
  }))
  const screen = await open()
  const form = screen.getByRole('region', { name: 'VAT ID' })

  await form.getByLabelText('VAT ID').fill('GB980780684')
  const reversed = 'VAT on your next invoices: 0 % (reverse charge: you account for it yourself)'
  await expect.element(form.getByText(reversed)).toBeVisible()
  await form.getByRole('button', { name: 'Update VAT ID' }).click()

  await expect.element(form.getByText(words)).toBeVisible()
})

test('an address that is changed elsewhere is shown, and what is typed stays', async () => {
  const { show } = givenPayer(api, onSolo())
  const screen = await open()
  const address = screen.getByRole('region', { name: 'Billing address' })
  const information = screen
    .getByRole('region', { name: 'Extra billing information' })
    .getByLabelText('On your invoices')
  await information.fill('Order 4711')

  show({ ...onSolo(), billing_city: 'Leeds', extra_billing_information: 'Order 7' })
  window.dispatchEvent(new Event('visibilitychange'))

  await expect.element(address.getByLabelText('City')).toHaveValue('Leeds')
  await expect.element(information).toHaveValue('Order 4711')
})

test('where no VAT is collected nobody is asked for a number of it', async () => {
  givenPayer(api, onSolo())
  const screen = await open()

  await expect.element(screen.getByRole('region', { name: 'Billing address' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'VAT ID' })).not.toBeInTheDocument()
})
