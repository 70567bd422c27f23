import { useRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { givenPageSettings } from '#tests/web/support/page-settings.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import type { Card } from '#web/components/card/card.ts'
import { CardField } from '#web/components/card/card-field.tsx'

type Props = { error?: string; onToken?: (token: unknown) => void; onSubmit?: () => void }

const Form = ({ error, onToken, onSubmit }: Props) => {
  const card = useRef<Card>(null)
  const ask = () => card.current?.token().then(onToken, (refusal) => onToken?.(refusal.errors))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <CardField ref={card} error={error} />
      <button type="button" onClick={ask}>
        Pay
      </button>
      <button type="submit">Submit</button>
    </form>
  )
}

/** A card field whose frame is of the test's own origin, and what the frame was told. */
const openCard = async (props: Props = {}) => {
  givenPageSettings({ 'payment-frame-url': location.origin })
  const screen = await renderApp(<Form {...props} />)
  await expect.element(screen.getByTitle('Card')).toBeInTheDocument()
  const frame = screen.getByTitle('Card').element() as HTMLIFrameElement
  // Until its page is there, the frame has another window.
  await expect.poll(() => frame.contentDocument?.URL).toBe(frame.src)
  const told: unknown[] = []
  const source = frame.contentWindow as Window
  source.postMessage = (message: unknown, origin: unknown) => void told.push({ message, origin })
  const says = (data: object, from: { origin?: string; source?: Window } = {}) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source, ...from }))
  return { screen, frame, told, says }
}
/** The same, once the form in the frame is there. */
const openForm = async (onToken: (token: unknown) => void) => {
  const card = await openCard({ onToken })
  card.says({ type: 'ready', height: 200 })
  await expect.element(card.screen.getByTitle('Card')).toBeVisible()
  return card
}
const to = (message: object) => ({ message, origin: location.origin })

test('a token is asked of the provider alone, and handed on', async () => {
  const onToken = vi.fn()
  const { screen, told, says } = await openForm(onToken)
  await screen.getByRole('button', { name: 'Pay' }).click()
  await screen.getByRole('button', { name: 'Pay' }).click()
  expect(told).toContainEqual(to({ type: 'submit' }))
  says({ type: 'token', token: 'pm_1', brand: 'visa', last4: '4242' })

  await expect.poll(() => onToken.mock.calls).toEqual([[{ stripe_token: 'pm_1' }], [{ stripe_token: 'pm_1' }]])
})

test('messages of other origins and other windows count for nothing', async () => {
  const onToken = vi.fn()
  const { screen, says } = await openForm(onToken)
  await screen.getByRole('button', { name: 'Pay' }).click()

  says({ type: 'token', token: 'pm_evil' }, { origin: 'https://evil.example' })
  says({ type: 'token', token: 'pm_evil' }, { source: window })
  says({ type: 'token', token: 'pm_good' })

  await expect.poll(() => onToken.mock.calls).toEqual([[{ stripe_token: 'pm_good' }]])
})

test('[ERR2-09] a refusal of the provider is an error of the card, and ends the wait', async () => {
  const onToken = vi.fn()
  const { screen, says } = await openForm(onToken)

  await screen.getByRole('button', { name: 'Pay' }).click()
  says({ type: 'error', message: 'Your card number is incomplete.' })

  await expect.poll(() => onToken.mock.calls).toEqual([[{ stripe_token: ['Your card number is incomplete.'] }]])
})

test('[STATE2-14] what the server says of the card stands under its number, in the frame', async () => {
  const { told, says } = await openCard({ error: 'Your card was declined.' })

  says({ type: 'ready', height: 200 })

  await expect.poll(() => told).toContainEqual(to({ type: 'show', message: 'Your card was declined.' }))
})

test('before its form is there, no card can be sent', async () => {
  const onToken = vi.fn()
  const { screen } = await openCard({ onToken })

  await screen.getByRole('button', { name: 'Pay' }).click()

  await expect
    .poll(() => onToken.mock.calls)
    .toEqual([[{ stripe_token: ['The card form has not loaded yet. Please try again.'] }]])
})

test('Enter in a field of the card sends the form', async () => {
  const onSubmit = vi.fn()
  const { says } = await openCard({ onSubmit })
  says({ type: 'ready', height: 200 })

  says({ type: 'enter' })

  await expect.poll(() => onSubmit.mock.calls.length).toBe(1)
})

test('Escape in a field of the card is heard around the frame', async () => {
  const { says } = await openCard()
  const keys: string[] = []
  const listen = ({ key }: KeyboardEvent) => keys.push(key)
  window.addEventListener('keydown', listen)
  onTestFinished(() => window.removeEventListener('keydown', listen))

  says({ type: 'escape' })

  expect(keys).toEqual(['Escape'])
})

test('the frame is as high as the provider says', async () => {
  const { frame, says } = await openCard()

  says({ type: 'ready', height: 200 })
  await expect.poll(() => frame.style.height).toBe('200px')
  says({ type: 'resized', height: 222 })

  await expect.poll(() => frame.style.height).toBe('222px')
})
