import { Input, TextInput, useComputedColorScheme } from '@mantine/core'
import type { Stripe, StripeCardElement, StripeElementStyle } from '@stripe/stripe-js'
import { useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type CardProps, refusedCard } from '#web/components/card/card.ts'
import { theStripe } from '#web/components/card/stripe.ts'
import styles from '#web/components/card/stripe-card.module.css'
import { Failure } from '#web/components/query-state.tsx'

const unreachable = 'The payment provider cannot be reached. Please try again.'

const looks: Record<'light' | 'dark', StripeElementStyle> = {
  light: { base: { color: '#1d282e', '::placeholder': { color: '#52616a' } }, invalid: { color: '#c92a2a' } },
  dark: { base: { color: '#dbe2e6', '::placeholder': { color: '#b8c3c9' } }, invalid: { color: '#ff8787' } },
}

type Mounted = { stripe: Stripe; element: StripeCardElement }

/** The card form of Stripe: its own fields in frames of its own, beside the holder's name. */
const StripeCard = ({ ref, error }: CardProps) => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [mounted, setMounted] = useState<Mounted>()
  const [failed, setFailed] = useState(false)
  const [typed, setTyped] = useState<string>()
  const name = useRef<HTMLInputElement>(null)

  const mount = useCallback((place: HTMLDivElement | null) => {
    if (!place) return
    let element: StripeCardElement | undefined
    let gone = false
    theStripe()
      .then((stripe) => {
        if (gone) return
        element = stripe.elements().create('card', { disableLink: true })
        element.on('change', (change) => setTyped(change.error?.message))
        element.mount(place)
        setMounted({ stripe, element })
      })
      .catch(() => setFailed(true))
    return () => {
      gone = true
      element?.destroy()
      setMounted(undefined)
    }
  }, [])
  useEffect(() => mounted?.element.update({ style: looks[scheme] }), [mounted, scheme])

  useImperativeHandle(ref, () => ({
    token: async () => {
      if (!mounted) throw refusedCard('The card form has not loaded yet. Please try again.')
      const { stripe, element } = mounted
      const holder = name.current?.value.trim()
      const details = holder ? { billing_details: { name: holder } } : {}
      const answer = await stripe.createPaymentMethod({ type: 'card', card: element, ...details })
      if (answer.paymentMethod) return { stripe_token: answer.paymentMethod.id }
      throw refusedCard(answer.error.message ?? unreachable)
    },
    reset: () => {
      mounted?.element.clear()
      if (name.current) name.current.value = ''
    },
  }))

  if (failed) return <Failure message={unreachable} onRetry={() => setFailed(false)} />
  const shown = error ?? typed
  return (
    <>
      <TextInput ref={name} label="Cardholder's name" autoComplete="cc-name" />
      <Input.Wrapper label="Card number" error={shown} labelElement="div">
        <div ref={mount} className={styles.field} data-error={shown !== undefined || undefined} />
      </Input.Wrapper>
    </>
  )
}

export default StripeCard
