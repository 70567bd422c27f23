import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { givenPageSettings } from '#tests/web/support/page-settings.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import type { Card } from '#web/components/card/card.ts'
import { CardField } from '#web/components/card/card-field.tsx'
import { BankConfirmation } from '#web/features/billing/bank-confirmation.tsx'

type Change = { error?: { message: string } }

/** The documented interface of Stripe's script, as far as it is used; its card field is a button. */
const givenStripe = (answer: () => object) => {
  const change: { now: (change: Change) => void } = { now: () => undefined }
  const element = {
    on: (_: 'change', handler: (change: Change) => void) => {
      change.now = handler
    },
    mount: (place: HTMLElement) => place.append('Fields of Stripe'),
    update: vi.fn(),
    clear: vi.fn(),
    destroy: vi.fn(),
  }
  const createPaymentMethod = vi.fn(async () => answer())
  const handleNextAction = vi.fn(async () => ({}))
  const elements = () => ({ create: () => element })
  vi.stubGlobal('Stripe', () => ({ elements, createPaymentMethod, handleNextAction }))
  givenPageSettings({ 'payment-provider': 'stripe', 'payment-public-key': 'pk_live_1' })
  return { change, element, createPaymentMethod, handleNextAction }
}
const Form = ({ onAnswered }: { onAnswered: () => void }) => {
  const card = useRef<Card>(null)
  const [error, setError] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const [outcome, setOutcome] = useState<unknown>()
  const ask = () => card.current?.token().then(setOutcome, ({ errors }) => setOutcome(errors))
  const button = (label: string, onClick: () => unknown) => (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  )
  return (
    <>
      <CardField ref={card} error={error} />
      {button('Pay', ask)}
      {button('Empty', () => card.current?.reset())}
      {button('Decline', () => setError('Your card was declined.'))}
      {button('Confirm', () => setSecret('pi_1_secret_2'))}
      {secret && <BankConfirmation secret={secret} onAnswered={onAnswered} onClose={() => undefined} />}
      <output>{JSON.stringify(outcome)}</output>
    </>
  )
}

// The script is loaded once for a page, so that one test tells the whole of it.
test('[STATE2-14] [ERR2-09] cards go to Stripe, and its words stand under the card number', async () => {
  let answer: object = { error: { message: 'Your card number is incomplete.' } }
  const { change, element, createPaymentMethod, handleNextAction } = givenStripe(() => answer)
  const onAnswered = vi.fn()
  const screen = await renderApp(<Form onAnswered={onAnswered} />)
  const press = (name: string) => screen.getByRole('button', { name }).click()
  await expect.element(screen.getByText('Fields of Stripe')).toBeVisible()
  await screen.getByLabelText("Cardholder's name").fill('Ann Archer')

  await press('Pay')
  const refused = '{"stripe_token":["Your card number is incomplete."]}'
  await expect.element(screen.getByRole('status')).toHaveTextContent(refused)
  answer = { paymentMethod: { id: 'pm_1' } }
  await press('Pay')
  await expect.element(screen.getByRole('status')).toHaveTextContent('{"stripe_token":"pm_1"}')
  expect(createPaymentMethod).toHaveBeenLastCalledWith({
    type: 'card',
    card: element,
    billing_details: { name: 'Ann Archer' },
  })

  change.now({ error: { message: 'Your card’s expiry year is in the past.' } })
  await expect.element(screen.getByText('Your card’s expiry year is in the past.')).toBeVisible()
  await press('Decline')
  await expect.element(screen.getByText('Your card was declined.')).toBeVisible()
  await press('Empty')
  expect(element.clear).toHaveBeenCalledOnce()

  await press('Confirm')
  await expect.poll(() => onAnswered.mock.calls.length).toBe(1)
  expect(handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' })
})
