import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { givenPageSettings } from '#tests/web/support/page-settings.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import type { Card } from '#web/components/card/card.ts'
import { CardField } from '#web/components/card/card-field.tsx'

const api = fakeApi()

/** The documented interface of Braintree's drop-in, as far as it is used; its form is a text. */
const givenDropIn = (answer: () => Promise<object>) => {
  const dropIn = {
    requestPaymentMethod: vi.fn(answer),
    clearSelectedPaymentMethod: vi.fn(),
    teardown: vi.fn(async () => undefined),
  }
  const create = vi.fn(async ({ container }: { container: HTMLElement }) => {
    container.append('Card or PayPal')
    return dropIn
  })
  vi.stubGlobal('braintree', { dropin: { create } })
  givenPageSettings({ 'payment-provider': 'braintree', 'payment-public-key': 'merchant' })
  const form = { provider: 'braintree', public_key: 'merchant', frame_url: null, currency: 'gbp' }
  api.on('GET /spark/payment', () => ({ body: { ...form, client_token: 'token-of-the-page' } }))
  return { ...dropIn, create }
}
const Form = () => {
  const card = useRef<Card>(null)
  const [error, setError] = useState<string>()
  const [shown, setShown] = useState(true)
  const [outcome, setOutcome] = useState<unknown>()
  const ask = () => card.current?.token().then(setOutcome, ({ errors }) => setOutcome(errors))
  const button = (label: string, onClick: () => unknown) => (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  )
  return (
    <>
      {shown && <CardField ref={card} error={error} />}
      {button('Pay', ask)}
      {button('Empty', () => card.current?.reset())}
      {button('Decline', () => setError('Do Not Honor'))}
      {button('Leave', () => setShown(false))}
      <output>{JSON.stringify(outcome)}</output>
    </>
  )
}

test('[API2F-08] [PLAT-07] cards and wallets go to Braintree, whose form is opened with a token of the server', async () => {
  let answer: () => Promise<object> = async () => ({ nonce: 'nonce-1', type: 'PayPalAccount' })
  const { create, clearSelectedPaymentMethod, teardown } = givenDropIn(() => answer())
  const screen = await renderApp(<Form />)
  const press = (name: string) => screen.getByRole('button', { name }).click()
  const outcome = screen.getByRole('status')
  await expect.element(screen.getByText('Card or PayPal')).toBeVisible()
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    authorization: 'token-of-the-page',
    locale: 'en_US',
    paypal: { flow: 'vault', singleUse: false, enableShippingAddress: false },
  })

  await expect.element(screen.getByText('Loading the card form')).not.toBeInTheDocument()
  await press('Pay')
  await expect.element(outcome).toHaveTextContent('{"braintree_type":"PayPalAccount","braintree_token":"nonce-1"}')

  answer = () => Promise.reject(new Error('No payment method is available.'))
  await press('Pay')
  await expect.element(outcome).toHaveTextContent('{"braintree_token":["No payment method is available."]}')

  await press('Decline')
  await expect.element(screen.getByText('Do Not Honor')).toBeVisible()
  await press('Empty')
  expect(clearSelectedPaymentMethod).toHaveBeenCalledOnce()
  await press('Leave')
  await expect.poll(() => teardown.mock.calls.length).toBe(1)
})

test('a form that cannot be opened is tried again', async () => {
  const { create } = givenDropIn(async () => ({}))
  create.mockRejectedValueOnce(new Error('The script is blocked'))
  const screen = await renderApp(<Form />)

  await screen.getByRole('button', { name: 'Try again' }).click()

  await expect.element(screen.getByText('Card or PayPal')).toBeVisible()
})
