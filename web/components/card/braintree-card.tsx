import { Input } from '@mantine/core'
import { useCallback, useImperativeHandle, useState } from 'react'
import { showPayment } from '#schemas/resources/payment.ts'
import { type DropIn, openDropIn } from '#web/components/card/braintree.ts'
import styles from '#web/components/card/braintree-card.module.css'
import { type CardProps, refusedCard } from '#web/components/card/card.ts'
import { Failure } from '#web/components/failure.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import { callApi } from '#web/lib/api.ts'

const unreachable = 'The payment provider cannot be reached. Please try again.'

/** The form of Braintree, for cards and a wallet: a drop-in of its own script, opened with a token. */
const BraintreeCard = ({ ref, error }: CardProps) => {
  const [dropIn, setDropIn] = useState<DropIn>()
  const [failed, setFailed] = useState(false)

  const mount = useCallback((place: HTMLDivElement | null) => {
    if (!place) return
    let opened: DropIn | undefined
    let gone = false
    callApi(showPayment)
      .then(({ data }) => openDropIn(place, data.client_token ?? ''))
      .then((made) => {
        opened = made
        if (gone) void made.teardown()
        else setDropIn(made)
      })
      .catch(() => gone || setFailed(true))
    return () => {
      gone = true
      void opened?.teardown()
      setDropIn(undefined)
    }
  }, [])

  useImperativeHandle(ref, () => ({
    token: async () => {
      if (!dropIn) throw refusedCard('The card form has not loaded yet. Please try again.')
      try {
        const { nonce, type } = await dropIn.requestPaymentMethod()
        return { braintree_type: type, braintree_token: nonce }
      } catch (problem) {
        throw refusedCard(problem instanceof Error ? problem.message : unreachable)
      }
    },
    // What was chosen can be charged once more only after it was given anew.
    reset: () => dropIn?.clearSelectedPaymentMethod(),
  }))

  if (failed) return <Failure message={unreachable} onRetry={() => setFailed(false)} />
  return (
    <Input.Wrapper label="Card or wallet" labelElement="div" error={error}>
      {!dropIn && <Waiting label="Loading the card form" />}
      <div ref={mount} className={styles.place} />
    </Input.Wrapper>
  )
}

export default BraintreeCard
