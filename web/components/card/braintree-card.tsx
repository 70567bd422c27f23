import { Input } from '@mantine/core'
import { useCallback, useImperativeHandle, useState } from 'react'
import { showPayment } from '#schemas/resources/payment.ts'
import styles from '#web/components/card/braintree-card.module.css'
import { type CardProps, refusedCard } from '#web/components/card/card.ts'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import { callApi } from '#web/lib/api.ts'

/** The drop-in of Braintree's script, as far as it is used (braintree.github.io/braintree-web-drop-in). */
type DropIn = {
  /** Rejects with what is wrong about the form, in words for the payer. */
  requestPaymentMethod: () => Promise<{ nonce: string; type: 'CreditCard' | 'PayPalAccount' }>
  clearSelectedPaymentMethod: () => void
  teardown: () => Promise<void>
}

type Options = {
  authorization: string
  container: HTMLElement
  locale: string
  paypal: { flow: 'vault'; singleUse: false; enableShippingAddress: false }
}

type Script = { dropin: { create: (options: Options) => Promise<DropIn> } }

const address = 'https://js.braintreegateway.com/web/dropin/1.43.0/js/dropin.min.js'

const loadedScript = (): Script | undefined => (window as unknown as { braintree?: Script }).braintree

const loadScript = (): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const script = Object.assign(document.createElement('script'), { src: address, onload: () => resolve() })
  script.onerror = () => {
    script.remove()
    reject(new Error('The script of Braintree did not arrive'))
  }
  document.head.append(script)
  return promise
}

/**
 * Opens Braintree's form for cards and wallets in a place of the page: what it returns can be charged more than once,
 * it speaks American English, and asks for no address. Its script is loaded once, and again after it did not arrive.
 */
const openDropIn = async (container: HTMLElement, clientToken: string): Promise<DropIn> => {
  if (!loadedScript()) await loadScript()
  const script = loadedScript()
  if (!script) throw new Error('The script of Braintree is another one')
  return script.dropin.create({
    authorization: clientToken,
    container,
    locale: 'en_US',
    paypal: { flow: 'vault', singleUse: false, enableShippingAddress: false },
  })
}

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
    // A chosen method can be charged once more only after it was given anew.
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
