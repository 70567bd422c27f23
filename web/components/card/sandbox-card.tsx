import { Input } from '@mantine/core'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type CardProps, type CardToken, refusedCard } from '#web/components/card/card.ts'
import { type Frame, ProviderFrame } from '#web/components/card/provider-frame.tsx'
import { TestMode } from '#web/components/card/test-mode.tsx'

type Heard = { type: 'token'; token: string } | { type: 'error'; message: string } | { type: 'enter' }
type Told = { type: 'submit' | 'reset' } | { type: 'show'; message: string }

/** The card form of the payment sandbox: fields in a frame of its own origin (D-70). */
const SandboxCard = ({ ref, error }: CardProps) => {
  const frame = useRef<Frame<Told>>(null)
  const asked = useRef<PromiseWithResolvers<CardToken>>(null)
  const [ready, setReady] = useState(false)

  const settle = (how: (asked: PromiseWithResolvers<CardToken>) => void) => {
    if (asked.current) how(asked.current)
    asked.current = null
  }
  const hear = (message: Heard) => {
    if (message.type === 'token') settle(({ resolve }) => resolve({ stripe_token: message.token }))
    if (message.type === 'error') settle(({ reject }) => reject(refusedCard(message.message)))
    if (message.type === 'enter') frame.current?.element?.closest('form')?.requestSubmit()
  }
  useImperativeHandle(ref, () => ({
    token: async () => {
      if (!ready) throw refusedCard('The card form has not loaded yet. Please try again.')
      asked.current ??= Promise.withResolvers()
      frame.current?.tell({ type: 'submit' })
      return asked.current.promise
    },
    reset: () => frame.current?.tell({ type: 'reset' }),
  }))
  useEffect(() => {
    if (ready) frame.current?.tell({ type: 'show', message: error ?? '' })
  }, [ready, error])
  return (
    <div>
      <TestMode />
      <ProviderFrame ref={frame} path="/card" title="Card" onMessage={hear} onReady={() => setReady(true)} />
      {!ready && error && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  )
}

export default SandboxCard
